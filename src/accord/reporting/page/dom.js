// Elements, built and never parsed: whatever comes from the data becomes text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: el("a", { class: "x", href: "#/pairs", onclick: open }, "text", other).
 * An attribute that is null or false is left out; a function listens; `style` is an object of CSS properties, for the
 * page's policy lets no style attribute pass.
 */
export function el(tag, attributes = {}, ...children) {
  return built(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return built(document.createElementNS(SVG, tag), attributes, children);
}

/** Gives a node new children, as el() takes them. */
export function fill(node, ...children) {
  node.replaceChildren(...nodes(children));
  return node;
}

/** Says something to those who hear the page. */
export function say(words) {
  fill(document.getElementById("said"), words);
}

function built(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "style") styled(node, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...nodes(children));
  return node;
}

function styled(node, properties) {
  for (const [property, value] of Object.entries(properties)) node.style.setProperty(property, value);
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

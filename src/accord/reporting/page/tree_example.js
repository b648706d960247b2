// Examples of labels of trees that are taken for each other: the place in question, and what everyone calls it.

const MAX_PLACES = 3;

/** Items, one a place in a sentence {tokens, versions} where some two give one place these two labels. */
export function treeExamples(item, { tokens, versions }, labels) {
  const names = Object.keys(versions);
  const words = (from, to) => tokens.slice(from, to).join(" ");
  const labelled = names.map((name) => [name, labelledPlaces(versions[name])]);
  const confused = new Map(
    labelled.flatMap(([, places], index) =>
      labelled.slice(index + 1).flatMap(([, others]) =>
        [...places].filter(([key, place]) => isConfused(place.labels, others.get(key)?.labels, labels)),
      ),
    ),
  );
  return [...confused].slice(0, MAX_PLACES).map(([, { start, end }]) => ({
    ...item,
    before: words(0, start),
    text: words(start, end),
    after: words(end),
    labels: Object.fromEntries(names.map((name) => [name, calledAt(versions[name], start, end, tokens)])),
  }));
}

/** Labels by place: of tokens with the same head, or of phrases over the same tokens. */
function labelledPlaces({ heads, labels, brackets }) {
  const places = new Map();
  const add = (key, start, end, label) => {
    if (!places.has(key)) places.set(key, { start, end, labels: [] });
    places.get(key).labels.push(label);
  };
  if (heads) heads.forEach((head, token) => add(`${token} ${head}`, token, token + 1, labels[token]));
  else brackets.forEach(({ label, start, end }) => add(`${start} ${end}`, start, end, label));
  return places;
}

/** Whether one has the first of two labels more often, and the other the second. */
function isConfused(ours, theirs, [first, second]) {
  if (!theirs) return false;
  const times = (label, labels) => labels.filter((each) => each === label).length;
  const alone = (label, here, there) => times(label, here) > times(label, there);
  const both = (one, other) => alone(one, ours, theirs) && alone(other, theirs, ours);
  return both(first, second) || both(second, first);
}

/** What a version calls a place: a relation with its head, or all phrases over these tokens; empty is none. */
function calledAt({ heads, labels, brackets }, start, end, tokens) {
  if (heads) return `${labels[start]} ← ${heads[start] > 0 ? tokens[heads[start] - 1] : "root"}`;
  return brackets.filter((each) => each.start === start && each.end === end).map(({ label }) => label).join(", ");
}

// Phrases in brackets, as people write them: (S (NP (NN fog)) (VP (VBZ lifts))).

const NO_WORD = "\0";

/** A tree {labels, parents, words} in brackets, in lines of some 64 characters; `name` cuts what is long. */
export function bracketsOf({ labels, parents, words }, name = oneWord) {
  const children = labels.map(() => []);
  parents.forEach((parent, node) => parent >= 0 && children[parent].push(node));
  let leaf = 0;
  const wordOf = labels.map((_, node) => (children[node].length ? null : words[leaf++]));
  const flat = (node) => {
    if (wordOf[node] === NO_WORD) return name(labels[node]);
    const inside = wordOf[node] === null ? children[node].map(flat).join(" ") : name(wordOf[node]);
    return `(${name(labels[node])} ${inside})`;
  };
  const drawn = (node, depth) => {
    const whole = flat(node);
    const indent = "  ".repeat(depth);
    if (whole.length + 2 * depth <= 64 || wordOf[node] !== null) return `${indent}${whole}`;
    return `${indent}(${name(labels[node])}\n${children[node].map((child) => drawn(child, depth + 1)).join("\n")})`;
  };
  return drawn(0, 0);
}

/** The tree over some words that is written in brackets; an Error says what is wrong with it. */
export function treeIn(text, words) {
  const tree = { labels: [], parents: [], words };
  const open = [];
  let leaves = 0;
  const add = (label, parent) => tree.parents.push(parent?.node ?? -1) && tree.labels.push(label) - 1;
  for (const part of text.match(/[()]|[^\s()]+/gu) ?? []) {
    const phrase = open.at(-1);
    if (!phrase && tree.labels.length) throw new Error(`${part} stands after the last bracket`);
    if (part === "(") {
      if (phrase?.node === null) phrase.node = add("", open.at(-2));
      if (phrase?.word) throw new Error(`${phrase.word} stands beside a phrase: give it brackets of its own`);
      if (phrase) phrase.inside += 1;
      open.push({ node: null, inside: 0, word: null });
    } else if (!phrase) {
      throw new Error(`${part} stands outside brackets`);
    } else if (part === ")") {
      close(open.pop());
    } else if (phrase.node === null) {
      phrase.node = add(part, open.at(-2));
    } else {
      leaf(phrase, part);
    }
  }
  const unclosed = open.length;
  if (unclosed) throw new Error(`${unclosed} closing ${unclosed === 1 ? "bracket is" : "brackets are"} missing`);
  if (leaves < words.length) throw new Error(`${wordAt(leaves)} is missing`);
  return tree;

  function leaf(phrase, part) {
    if (words[leaves] === NO_WORD) {
      phrase.inside += 1;
      leaves += 1;
      add(part, phrase);
      return;
    }
    if (phrase.inside || phrase.word) throw new Error(`${part} stands beside a phrase: give it brackets of its own`);
    if (part !== oneWord(words[leaves])) throw new Error(`${part} is not the next word: that is ${wordAt(leaves)}`);
    phrase.word = part;
    leaves += 1;
  }

  function close({ node, inside, word }) {
    if (node === null) throw new Error("there is nothing between two brackets");
    if (inside || word) return;
    if (words[leaves] !== NO_WORD) throw new Error(`${tree.labels[node]} holds no word`);
    leaves += 1;
  }

  function wordAt(index) {
    if (words[index] === NO_WORD) return "a leaf";
    return words[index] === undefined ? "none" : oneWord(words[index]);
  }
}

/** A label or word without what divides words and phrases. */
function oneWord(name) {
  return name.replace(/[\s()]/gu, "_");
}

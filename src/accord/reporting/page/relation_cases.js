// Two mentions on whose relations annotators differ: arcs [source, target, type] between mention 0 and mention 1.
import { say } from "./dom.js";
import { drag } from "./dragging.js";
import { listEditor } from "./list_editor.js";
import { plain } from "./text.js";

/** What the desk asks of a kind with cases of its own; see own_cases.js. */
export const RELATION_CASES = { inWords: relationsInWords, editor: relationEditor };

function relationsInWords(arcs, found) {
  return arcs.map((arc) => arcInWords(arc, found)).join("; ") || "no relation";
}

function arcInWords([source, target, type], found) {
  const name = plain(type, 60) || "linked";
  const way = found.symmetric.includes(type) ? "–" : "→";
  return `${mentionInWords(source, found)} – ${name} ${way} ${mentionInWords(target, found)}`;
}

function mentionInWords(number, { mentions, tokens, text, offset }) {
  const [start, end, type] = mentions[number];
  const words = (tokens ?? [...(text ?? "")]).slice(start - offset, end - offset).join(tokens ? " " : "");
  return `${plain(words, 60) || `${start}–${end}`}${type && ` (${plain(type, 30)})`}`;
}

/** An editor {node, focus} of arcs, which begins with those of a version; see editorOf(). */
function relationEditor(found, value, ways) {
  const inWords = (arc) => arcInWords(arc, found);
  const tools = [["r", "Turn round", turn]];
  const lists = { name: "Relations", nothing: "no relation", labelled: "Type", next: () => [0, 1] };
  const editor = listEditor(found, value, { ...lists, inWords, keys: { r: turn }, tools }, ways);
  return { ...editor, grab };

  /** Draws an arc from one mention to the other; one that runs the other way is turned round. */
  function grab(event) {
    const from = event.target.closest?.(".document mark[data-mention]");
    if (!from) return;
    const source = Number(from.dataset.mention);
    const target = 1 - source;
    const isOver = (x, y) => document.elementFromPoint(x, y)?.closest(`mark[data-mention="${target}"]`);
    drag(event, {
      said: (x, y) => (isOver(x, y) ? `→ ${mentionInWords(target, found)}` : "to the other mention"),
      dropped(x, y) {
        if (isOver(x, y)) link(source, target);
      },
    });
  }

  function link(source, target) {
    const runs = (one, other) => editor.entries().findIndex(([from, to]) => from === one && to === other);
    const [same, turned] = [runs(source, target), runs(target, source)];
    editor.focus();
    if (same >= 0) editor.put(editor.entries()[same], same);
    else if (turned >= 0) editor.put([source, target, editor.entries()[turned][2]], turned);
    else editor.add(null, [source, target]);
    say(inWords(editor.chosen()));
  }

  function turn() {
    const arc = editor.chosen();
    if (!arc) return;
    editor.replace([arc[1], arc[0], arc[2]]);
    say(inWords(editor.chosen()));
  }
}

// Records of the payload whose keys come from the data, such as names of annotators.

/** What a record holds under a name, or null; that it is its own matters where a name is "constructor". */
export function held(record, name) {
  return Object.hasOwn(record, name) ? record[name] : null;
}

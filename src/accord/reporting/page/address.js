// Where a view stands: #/view/layer?what is opened in it.

/** The address of a view. */
export function addressOf(view, layer, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined),
  );
  const place = layer ? `#/${view}/${encodeURIComponent(layer.id.toWellFormed())}` : `#/${view}`;
  return query.size ? `${place}?${query}` : place;
}

// Reads steps of the notation for the board: which squares and edges a step names. An edge is called by
// its lower or left square: `b2:up`, `b2:right`. What is legal is not known here.
const WAYS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/** Column and row of a square, from 0 at the bottom left. */
export function place(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/** The name of the square at a column and row. */
export function square(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** The square beside another one. */
export function beside(from, way) {
  const [column, row] = place(from);
  return square(column + WAYS[way][0], row + WAYS[way][1]);
}

/** The edge on one side of a square. */
export function edge(from, way) {
  if (way === 'up' || way === 'right') return `${from}:${way}`;
  return `${beside(from, way)}:${way === 'down' ? 'up' : 'right'}`;
}

/** The edge between two neighbours. */
export function between(from, to) {
  return edge(from, Object.keys(WAYS).find((way) => beside(from, way) === to));
}

/**
 * What a step names: who acts (no actor for `join`), squares and edges where it is chosen, and squares
 * beside such edges, for fingers and keys, which do not reach an edge.
 */
export function read(notation, hits) {
  const [kind, actor, object] = notation.split(' ');
  const step = { kind, actor, squares: [], edges: [], near: [], notation };
  switch (kind) {
    case 'join':
      return { ...step, actor: null, squares: [actor] };
    case 'spawn': {
      const [airlock, to] = notation.split(' ').at(-1).split('>');
      return { ...step, actor: airlock, squares: [to] };
    }
    case 'jump':
      return { ...step, squares: object.split('>').reverse() };
    case 'build':
    case 'break':
      return { ...step, edges: [edge(actor, object)], near: [beside(actor, object)], way: object };
    case 'attack': {
      const isEdge = (hit) => hit.includes(':');
      const squares = hits.filter((hit) => !isEdge(hit));
      const edges = hits.filter(isEdge);
      const near = edges.map((hit) => beyond(hit, actor));
      return { ...step, squares, edges, near, way: object };
    }
    case 'transform':
      return step;
    default:
      return { ...step, squares: [object] };
  }
}

// Of the two squares of an edge the farther one, as seen from a unit.
function beyond(hit, from) {
  const [near, way] = hit.split(':');
  const far = beside(near, way);
  const distance = (at) => Math.hypot(place(at)[0] - place(from)[0], place(at)[1] - place(from)[1]);
  return distance(near) < distance(far) ? far : near;
}

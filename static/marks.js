// What lies over the board's picture, in its pixels: where a step leads, and what it would hit.
import { between, place } from './notation.js';

const SVG = 'http://www.w3.org/2000/svg';
const PITCH = 16;
const CROSS = 'M2 2h3v1h1v1h2v-1h1v-1h3v2h-1v1h-1v1h-1v2h1v1h1v1h1v2h-3v-1h-1v-1h-2v1h-1v1h-3v-2h1v-1h1v-1h1v-2h-1v-1h-1v-1h-1z';
const DOT = 'M6 4h2v1h1v1h1v2h-1v1h-1v1h-2v-1h-1v-1h-1v-2h1v-1h1z';
const PLUS = 'M6 3h2v3h3v2h-3v3h-2v-3h-3v-2h3z';
const MINUS = 'M3 6h8v2h-8z';
const RING = 'M3 3h8v8h-8zM5 5v4h4v-4z';
const SHAPE = { move: DOT, spawn: DOT, breach: DOT, jump: RING, claim: PLUS, disown: MINUS };

/** What each kind of mark says, in the legend's order. */
export const LEGEND = {
  join: 'a free Airlock to start from',
  move: 'go there',
  spawn: 'send an Engineer there',
  breach: 'break through the wall',
  jump: 'jump through there',
  claim: 'claim the door',
  disown: 'take the door away',
  build: 'build a wall',
  break: 'break the wall',
  attack: 'would be hit',
  own: 'your own, would be hit',
};

/** An empty layer over a picture of so many columns and rows. */
export class Marks {
  constructor(columns, rows) {
    this.rows = rows;
    this.svg = make('svg', { viewBox: `0 0 ${columns * PITCH + 2} ${rows * PITCH + 2}`, 'aria-hidden': 'true' });
  }

  clear() {
    this.svg.replaceChildren();
  }

  /** A frame around whoever is selected. */
  select(at) {
    this.frame(at, 'm-halo');
    const [x, y] = this.corner(at);
    this.add('rect', { class: 'm-sel', x: x + 0.5, y: y + 0.5, width: 13, height: 13 });
  }

  /** A frame around who may be selected. */
  frame(at, kind) {
    const [x, y] = this.corner(at);
    this.add('rect', { class: kind, x: x - 1, y: y - 1, width: 16, height: 16 });
  }

  /** Something that was or would be destroyed, a square or an edge. */
  hit(what) {
    if (what.includes(':')) return this.bar(what, 'm-hot');
    const [x, y] = this.corner(what);
    this.add('path', { class: 'm-hot', d: CROSS, transform: `translate(${x} ${y})` });
  }

  /** Where a step leads, in the shape of its kind. */
  offer(step) {
    if (step.kind === 'attack') return this.attack(step);
    step.edges.forEach((edge) => this.bar(edge, step.kind === 'break' ? 'm-hot' : 'm-go'));
    if (step.kind === 'join') return this.frame(step.squares[0], 'm-halo');
    if (step.kind === 'breach') this.breach(step);
    step.squares.forEach((at) => this.go(at, SHAPE[step.kind]));
  }

  go(at, shape) {
    const [x, y] = this.corner(at);
    this.svg.append(goMark(shape, `translate(${x} ${y})`));
  }

  attack(step) {
    this.trail(step.actor, step.hits);
    step.hits.forEach((hit) => this.hit(hit));
    step.own.filter((hit) => !hit.includes(':')).forEach((hit) => this.frame(hit, 'm-bad'));
  }

  // Dashes from the attacker to the farthest thing that is hit.
  trail(from, hits) {
    const [x, y] = this.centre(from);
    const ends = hits.map((hit) => this.centre(hit.split(':')[0]));
    const [toX, toY] = ends.reduce((far, end) => (length(end, [x, y]) > length(far, [x, y]) ? end : far), [x, y]);
    const steps = Math.floor(length([toX, toY], [x, y]) / 5);
    for (let dash = 2; dash < steps - 1; dash += 1) {
      const at = (start, end) => Math.round(start + ((end - start) * dash) / steps) - 1;
      this.add('rect', { class: 'm-hot', x: at(x, toX), y: at(y, toY), width: 2, height: 2 });
    }
  }

  // Two blocks that are broken out of the wall between.
  breach(step) {
    const { x, y, width, height } = this.strip(between(step.actor, step.squares[0]));
    const flat = height < width;
    for (const shift of [1, 6]) {
      this.add('rect', { class: 'm-hot', x: flat ? x + 1 + shift : x, y: flat ? y : y + 1 + shift, width: flat ? 3 : 4, height: flat ? 4 : 3 });
    }
  }

  bar(edge, kind) {
    const { x, y, width, height } = this.strip(edge);
    this.add('rect', { class: 'm-ink', x, y, width, height });
    this.add('rect', { class: kind, x: x + 1, y: y + 1, width: width - 2, height: height - 2 });
  }

  // The strip of an edge, a pixel wider than a wall on either side.
  strip(edge) {
    const [at, side] = edge.split(':');
    const [x, y] = this.corner(at);
    return side === 'up' ? { x: x + 1, y: y - 3, width: 12, height: 4 } : { x: x + 13, y: y + 1, width: 4, height: 12 };
  }

  corner(at) {
    const [column, row] = place(at);
    return [2 + PITCH * column, 2 + PITCH * (this.rows - 1 - row)];
  }

  centre(at) {
    return this.corner(at).map((pixel) => pixel + 7);
  }

  add(name, attributes) {
    this.svg.append(make(name, attributes));
  }
}

/** A mark alone, for the legend. */
export function sample(kind) {
  const svg = make('svg', { viewBox: '0 0 14 14', 'aria-hidden': 'true' });
  const parts = {
    join: () => [make('rect', { class: 'm-halo', x: 1, y: 1, width: 12, height: 12 })],
    build: () => wall('m-go'),
    break: () => wall('m-hot'),
    attack: () => [make('path', { class: 'm-hot', d: CROSS })],
    own: () => [make('path', { class: 'm-hot', d: CROSS }), make('rect', { class: 'm-bad', x: 1, y: 1, width: 12, height: 12 })],
    breach: () => [2, 8].map((x) => make('rect', { class: 'm-hot', x, y: 5, width: 4, height: 4 })),
  };
  svg.append(...(parts[kind]?.() ?? [goMark(SHAPE[kind])]));
  return svg;
}

function wall(kind) {
  return [make('rect', { class: 'm-ink', x: 1, y: 5, width: 12, height: 4 }), make('rect', { class: kind, x: 2, y: 6, width: 10, height: 2 })];
}

function goMark(shape, transform = '') {
  const mark = make('g', { class: 'm-go', transform });
  const lines = { class: 'm-ink', d: shape, 'fill-rule': 'evenodd' };
  mark.append(make('rect', { width: 14, height: 14, opacity: 0.38 }), make('path', lines));
  return mark;
}

function length([x, y], [fromX, fromY]) {
  return Math.hypot(x - fromX, y - fromY);
}

function make(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

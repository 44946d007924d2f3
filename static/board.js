// The board as a grid over the server's picture: one tab stop, arrow keys, marks, a menu. Whoever only
// looks on walks over it as well, and has nothing to press.
import { Marks } from './marks.js';
import { edge, square } from './notation.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** Squares smaller than this many pixels have no edges that a pointer could aim at. */
const AIMABLE = 28;
/** The part of a square's side that belongs to the edge. */
const BORDER = 0.24;

/** The grid over a picture. `picked`, where there is one, is told `{square, edge, precise}`, `cancelled` nothing. */
export class Board {
  constructor(picture, { picked, cancelled } = {}) {
    this.pic = picture;
    this.columns = picture.parentElement.querySelectorAll('.files span').length;
    this.rows = picture.parentElement.querySelectorAll('.ranks span').length;
    this.marks = new Marks(this.columns, this.rows);
    this.cells = new Map();
    this.grid = this.lay(picked ? 'button' : 'div');
    picture.append(this.marks.svg, this.grid);
    this.grid.addEventListener('keydown', (event) => this.pressed(event, cancelled));
    if (picked) this.grid.addEventListener('click', (event) => this.clicked(event, picked));
    // Not every browser says of a click what clicked.
    this.grid.addEventListener('pointerdown', (event) => (this.pointer = event.pointerType));
    // The squares take the focus; the box around them need not.
    picture.closest('.pan').removeAttribute('tabindex');
  }

  lay(tag) {
    const grid = element('div', { class: 'squares', role: 'grid', 'aria-label': 'The board. Arrow keys walk over the squares.' });
    for (let row = this.rows - 1; row >= 0; row -= 1) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < this.columns; column += 1) {
        const name = square(column, row);
        const cell = element(tag, { role: 'gridcell', tabindex: -1, 'data-square': name });
        if (tag === 'button') cell.type = 'button';
        this.cells.set(name, { cell, column, row });
        line.append(cell);
      }
      grid.append(line);
    }
    this.stop(this.cells.values().next().value.cell);
    return grid;
  }

  /** Takes the grid off the picture again. */
  lift() {
    this.dismiss();
    this.grid.remove();
    this.marks.svg.remove();
  }

  /** Names every square: what is on it, what may be done there (`lit`), and which walls stand around it. */
  describe({ words, walls }, lit = new Map()) {
    for (const [name, { cell }] of this.cells) {
      const said = [name, words.get(name), lit.get(name), walls.get(name)].filter(Boolean).join(', ');
      cell.setAttribute('aria-label', said);
      cell.toggleAttribute('data-lit', lit.has(name));
    }
  }

  /** Says which square is selected, if any is. */
  select(name) {
    for (const [at, { cell }] of this.cells) cell.setAttribute('aria-selected', String(at === name));
    if (name) this.stop(this.cells.get(name).cell);
  }

  clicked(event, picked) {
    const name = event.target.dataset.square;
    if (!name) return;
    this.stop(event.target);
    const aim = this.aim(event, name);
    picked({ square: name, ...aim });
  }

  // A mouse can aim at an edge; a finger and the keyboard choose among everything at the square.
  aim(event, name) {
    const box = event.target.getBoundingClientRect();
    const isMouse = event.detail > 0 && this.pointer !== 'touch';
    if (!isMouse || box.width < AIMABLE) return { edge: null, precise: false };
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    const sides = { left: x, right: 1 - x, up: y, down: 1 - y };
    const [way, distance] = Object.entries(sides).reduce((near, side) => (side[1] < near[1] ? side : near));
    return { edge: distance < BORDER ? edge(name, way) : null, precise: true };
  }

  pressed(event, cancelled) {
    if (event.key === 'Escape') return cancelled?.();
    const arrow = ARROWS[event.key];
    const here = this.cells.get(event.target.dataset.square);
    if (!here || event.ctrlKey || event.altKey || event.metaKey) return;
    let to = arrow && square(here.column + arrow[0], here.row + arrow[1]);
    if (event.key === 'Home') to = square(0, here.row);
    if (event.key === 'End') to = square(this.columns - 1, here.row);
    const next = this.cells.get(to);
    if (arrow || next) event.preventDefault();
    if (next) this.focus(to);
  }

  focus(name) {
    const { cell } = this.cells.get(name);
    this.stop(cell);
    cell.focus();
  }

  // The square at which the Tab key enters the grid.
  stop(cell) {
    if (this.entrance) this.entrance.tabIndex = -1;
    cell.tabIndex = 0;
    this.entrance = cell;
  }

  /** Asks which of several things is meant at a square: `[{words, cost, warning, run}]`. */
  ask(name, choices) {
    this.dismiss();
    const menu = element('div', { class: 'menu pix', role: 'menu', 'aria-label': `${name}: which step?` });
    for (const { run, ...choice } of choices) {
      const item = element('button', { type: 'button', role: 'menuitem', tabindex: -1 });
      item.append(saying(choice), element('span', { class: 'soft' }, choice.cost));
      item.addEventListener('click', () => {
        this.dismiss();
        this.focus(name);
        run();
      });
      menu.append(item);
    }
    menu.addEventListener('keydown', (event) => this.walk(event, name));
    // Where a press does not focus a button it must not take the focus away, or the menu goes before the click.
    menu.addEventListener('mousedown', (event) => event.preventDefault());
    menu.addEventListener('focusout', (event) => menu.contains(event.relatedTarget) || this.dismiss());
    this.menu = menu;
    this.pic.append(menu);
    this.put(menu, name);
    menu.firstElementChild.focus();
  }

  // Beside its square, inside the picture where there is room.
  put(menu, name) {
    const [board, cell] = [this.pic, this.cells.get(name).cell].map((node) => node.getBoundingClientRect());
    const within = (wanted, size, most) => Math.max(0, Math.min(wanted, most - size));
    const below = cell.bottom - board.top + 6;
    const top = below + menu.offsetHeight > board.height ? cell.top - board.top - menu.offsetHeight - 6 : below;
    menu.style.left = `${within(cell.left - board.left, menu.offsetWidth, board.width)}px`;
    menu.style.top = `${Math.max(0, top)}px`;
  }

  walk(event, name) {
    const items = [...this.menu.children];
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (turn) items.at((items.indexOf(event.target) + turn) % items.length).focus();
    else if (event.key === 'Escape' || event.key === 'Tab') this.focus(name);
    else return;
    event.preventDefault();
  }

  dismiss() {
    const menu = this.menu;
    this.menu = null;
    menu?.remove();
  }
}

/** What a page says of its squares: on which there is what, and which walls stand around which. */
export function squaresIn(root) {
  const items = [...root.querySelectorAll('[data-squares] li')];
  const named = (said) => new Map(items.map((item) => [item.dataset.at, said(item)]));
  return { words: named((item) => item.textContent), walls: named((item) => item.dataset.walls) };
}

/** An element with attributes and a text. */
export function element(name, attributes = {}, text = '') {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

/** What a step would do, with a warning where it hits one's own. */
export function saying({ words, warning }) {
  const text = element('span', {}, words.replace(/\.$/, ''));
  if (warning) text.append('. ', element('b', { class: 'warns' }, `Friendly fire: ${warning}`));
  return text;
}

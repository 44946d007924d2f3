// The board for whoever only looks on: every square says what is on it, and nothing can be pressed.
import { Board, squaresIn } from './board.js';
import { both, put } from './parts.js';

export class Onlooker {
  constructor(picture) {
    this.board = new Board(picture);
  }

  start() {
    this.board.describe(squaresIn(document));
  }

  stop() {
    this.board.lift();
  }

  /** Goes on with a page that has come; false where there is a form to compose a turn on it. */
  goOn(page) {
    if (page.querySelector('form[data-composer]')) return false;
    this.board.describe(squaresIn(page));
    const [desk, fresh] = both(page, '.composer');
    if (desk && fresh) put(desk, fresh);
    return true;
  }
}

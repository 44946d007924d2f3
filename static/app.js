// What pages do beyond HTML. Every page works without this file, and no rule of a game is in it.
import { startTheme } from './appearance.js';
import { startCopying } from './copy.js';
import { startClocks } from './clock.js';
import { startComposer } from './composer.js';
import { startLive } from './live.js';
import { startPicture } from './picture.js';
import { startReplays } from './replay.js';
import { startSprites } from './sprites.js';

startTheme();
startCopying();
startClocks();
startComposer();
startPicture();
startLive();
startReplays();
startSprites();

import { scrubText } from './safe-error';

const MAX_FRAMES = 20;
const FOREIGN = /-extension:\/\//;
const FRAME = /\/build\/([\w.-]+\.js):(\d+):(\d+)/;

/** Frames of our own scripts alone: others may have the address of a page. */
function framesOf(stack: string) {
  const places = stack.split('\n').flatMap((line) => {
    const [, file, lineNumber, column] = FRAME.exec(line) ?? [];
    return file ? [`    at ${file} (/build/${file}:${lineNumber}:${column})`] : [];
  });
  return places.slice(0, MAX_FRAMES);
}

/** An error from what a browser sent. Null if it says nothing or is of a browser's extension. */
export function toClientError({ message, stack }: { message?: unknown; stack?: unknown }): Error | null {
  if (typeof message !== 'string' || message === '') return null;
  const error = new Error(scrubText(message));
  error.name = 'BrowserError';
  const trace = typeof stack === 'string' ? stack : '';
  const frames = framesOf(trace);
  if (frames.length === 0 && FOREIGN.test(trace)) return null;
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

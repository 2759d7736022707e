// node overload-load.mjs {"origin": …, "browse": …, "streams": …}: finds the capacity, then sends three times as much.
import { capacityOf, openLoop } from '../../bench/open-loop.mjs';

const { origin, browse, streams, seconds } = JSON.parse(process.argv[2]);
await capacityOf({ origin, requests: browse, seconds: 1 });
const capacity = await capacityOf({ origin, requests: browse, seconds: 2 });
const load = { browse: { requests: browse, perSecond: 3 * capacity }, ...streams };
process.stdout.write(JSON.stringify({ capacity, ...(await openLoop({ origin, streams: load, seconds })) }));

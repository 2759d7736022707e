import type { Channel, Identity } from './channel';
import { ownerOf, type StreamSigner } from './signed-stream';

/** The channel of `<turbo-cable-stream-source>`: a signed name permits any stream but another user's. */
export const turboStreams = <V extends Identity>(signer: StreamSigner): Channel<V> => ({
  name: 'Turbo::StreamsChannel',
  may: () => true,
  streams(viewer, { signed_stream_name: signed }) {
    const stream = signer.verify(signed);
    if (stream === null) return null;
    const owner = ownerOf(stream);
    return owner === null || owner === String(viewer.id) ? [stream] : null;
  },
});

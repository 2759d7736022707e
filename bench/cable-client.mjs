import { connect } from 'node:net';

const MASK = Buffer.alloc(4);
const TEXT = 0x81;

/** A masked text frame of up to 65,535 bytes; a zero mask is allowed. */
function frame(text) {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([TEXT, 0x80 | body.length])
      : Buffer.from([TEXT, 0x80 | 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, MASK, body]);
}

/** Leaves the processor to the measured server. Calls `onText` per text frame and answers pings. */
export class Client {
  constructor({ port, path, cookie, onText, onClose = () => {} }) {
    this.rest = null;
    this.opened = false;
    this.onText = onText;
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (data) => this.read(data));
    this.socket.on('error', () => {});
    this.socket.on('close', onClose);
    this.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        `Sec-WebSocket-Protocol: actioncable-v1-json, actioncable-unsupported\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
    );
  }

  send(value) {
    this.socket.write(frame(JSON.stringify(value)));
  }

  vanish() {
    this.socket.destroy();
  }

  read(data) {
    let bytes = this.rest ? Buffer.concat([this.rest, data]) : data;
    this.rest = null;
    if (!this.opened) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) {
        this.rest = bytes;
        return;
      }
      if (!bytes.toString('latin1', 0, 12).endsWith('101')) throw new Error(bytes.toString('latin1', 0, end));
      this.opened = true;
      this.onText('{"type":"open"}', this);
      bytes = bytes.subarray(end + 4);
    }
    while (bytes.length >= 2) {
      const short = bytes[1] & 0x7f;
      const offset = short < 126 ? 2 : 4;
      if (bytes.length < offset) break;
      const length = short < 126 ? short : bytes.readUInt16BE(2);
      if (bytes.length < offset + length) break;
      const kind = bytes[0] & 0x0f;
      if (kind === 1) this.onText(bytes.toString('utf8', offset, offset + length), this);
      else if (kind === 9) this.socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
      bytes = bytes.subarray(offset + length);
    }
    if (bytes.length > 0) this.rest = Buffer.from(bytes);
  }
}

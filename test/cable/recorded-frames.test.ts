import { fakeClock, identifier, RawSocket, startCable } from '../support/cable';

const NOTES = identifier('NotesChannel');
const ALL = identifier('NotesChannel', { streams: ['all'] });

/** Recorded before the extended protocol came. */
const RECORDED = [
  '{"type":"welcome"}',
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\"}","type":"confirm_subscription"}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\"}","type":"confirm_subscription"}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\",\"streams\":[\"all\"]}","type":"confirm_subscription"}`,
  String.raw`{"identifier":"{\"channel\":\"NoSuchChannel\"}","type":"reject_subscription"}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\"}","message":{"event":"changed","id":7}}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\",\"streams\":[\"all\"]}","message":"\u003cb\u003e\u0026\u2028é"}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\"}","type":"confirm_subscription"}`,
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\",\"streams\":[\"all\"]}","type":"confirm_subscription"}`,
  '{"type":"ping","message":1700000000}',
  String.raw`{"identifier":"{\"channel\":\"NotesChannel\",\"streams\":[\"all\"]}","message":null}`,
  '{"type":"disconnect","reason":"remote","reconnect":false}',
];

test.each([
  [['actioncable-v1-json']],
  [['actioncable-v1-json', 'actioncable-unsupported', 'actioncable-v1-ext-json']],
])('a client that offers %o first gets the frames of old, byte for byte', async (protocols) => {
  const clock = fakeClock(1_700_000_000_000);
  const cable = await startCable({ clock });
  const socket = await new RawSocket(`${cable.address()}&sid=aaaaaaaaaaaa.bbbbbbbbbbbb`, {
    protocols,
  }).opened();
  await socket.next();
  socket.send({ command: 'subscribe', identifier: NOTES, history: { since: 1 } });
  socket.send({ command: 'subscribe', identifier: NOTES, history: { streams: {} } });
  socket.subscribe(ALL);
  socket.send({ command: 'history', identifier: NOTES, history: { since: 1 } });
  socket.send({ command: 'pong' });
  socket.subscribe(identifier('NoSuchChannel'));
  await socket.take(4);
  await cable.broadcast('notes:1', { event: 'changed', id: 7 });
  await cable.broadcast('all', '<b>&\u2028é');
  cable.gap();
  await socket.take(4);
  clock.advance(3_000);
  socket.unsubscribe(NOTES);
  await socket.roundTrip();
  await cable.broadcast('notes:1', 'unread');
  await cable.broadcast('all', null);
  await cable.broadcast('action_cable/disconnect', { userId: 1, reconnect: false });
  await socket.closed;
  expect(socket.texts).toEqual(RECORDED);
  await cable.stop();
});

import { createHmac, pbkdf2Sync } from 'node:crypto';
import {
  ownerOf,
  streamName,
  streamSigner,
  turboStreams,
  userStream,
} from '../../server/cable/turbo-streams';
import { secretKeyBase } from '../support/cable';

const SIGNED_BY_RAILS_7 =
  'Im9mZmVyczo0MiI=--5aa8650a61dc64ecca96f67aab7a51c5266c6d89ac67e09d9fa67ef0ffe62084';
const SIGNED_BY_RAILS_6 =
  'Im9mZmVyczo0MiI=--62b24235e24bae063f760c1348a47d6d1c2e0cacc57e3eefb2977b2355f83410';

const signer = streamSigner(secretKeyBase);
const channel = turboStreams(signer);
const viewer = { id: 42, sessionKey: 'any' };
const streams = (signed: unknown) => channel.streams(viewer, { signed_stream_name: signed });

/** Signs any text with the correct key. */
function signRaw(encoded: string) {
  const key = pbkdf2Sync(secretKeyBase, 'turbo/signed_stream_verifier_key', 1_000, 64, 'sha256');
  return `${encoded}--${createHmac('sha256', key).update(encoded).digest('hex')}`;
}

test('names are signed as Rails 7 signs them', () => {
  expect(signer.sign('offers:42')).toBe(SIGNED_BY_RAILS_7);
});

test('names signed by Rails 7 and by Rails 6 with the same secret are accepted', () => {
  expect(signer.verify(SIGNED_BY_RAILS_7)).toBe('offers:42');
  expect(signer.verify(SIGNED_BY_RAILS_6)).toBe('offers:42');
  expect(streams(SIGNED_BY_RAILS_7)).toEqual(['offers:42']);
});

test('a name in the URL-safe alphabet is accepted where it is signed', () => {
  const name = 'größe:>>>???';
  expect(signer.verify(signRaw(Buffer.from(JSON.stringify(name)).toString('base64url')))).toBe(name);
});

test.each([
  ['absent', undefined],
  ['null', null],
  ['a number', 42],
  ['an object', {}],
  ['empty', ''],
  ['unsigned', 'offers:42'],
  ['a signature alone', SIGNED_BY_RAILS_7.slice(-66)],
  ['one character changed', SIGNED_BY_RAILS_7.replace('Im9', 'Im8')],
  ['the signature changed', `${SIGNED_BY_RAILS_7.slice(0, -1)}5`],
  ['the signature in capitals', SIGNED_BY_RAILS_7.replace(/--.*/, (signature) => signature.toUpperCase())],
  ['signed with another secret', streamSigner('f'.repeat(128)).sign('offers:42')],
  ['signed, but not a name', signRaw(Buffer.from('{"a":1}').toString('base64'))],
  ['signed, but not JSON', signRaw(Buffer.from('offers:42').toString('base64'))],
  ['letters of several bytes where the signature should be', `Im9mZmVyczo0MiI=--${'é'.repeat(64)}`],
])('a name that is %s is refused', (_what, signed) => {
  expect(signer.verify(signed)).toBeNull();
  expect(streams(signed)).toBeNull();
});

test("another user's own stream is refused, though the signature is right", () => {
  const own = signer.sign(userStream(42, 'header'));
  expect(streams(own)).toEqual(['user:42:header']);
  expect(channel.streams({ ...viewer, id: 43 }, { signed_stream_name: own })).toBeNull();
  expect(channel.streams({ ...viewer, id: 4 }, { signed_stream_name: own })).toBeNull();
});

test('parts of a name are joined with colons, and a name says whose it is', () => {
  expect(streamName('offers', 42)).toBe('offers:42');
  expect(ownerOf('user:42:header')).toBe('42');
  expect(ownerOf('offers:42')).toBeNull();
  expect(ownerOf('user')).toBe('');
});

import { trader } from '../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { createAddress, deleteAddress, makeDefault, updateAddress } from './address';
import { addressBody } from './checks';
import * as calls from './contract';
import { findOwnAddress } from './policy';
import { ownAddresses } from './queries';
import { addressDocument } from './serializer';

export default ({ services: { transaction } }: RouteDependencies): Routes => [
  route(calls.listAddresses, {
    may: trader,
    needs: { buyer: 'offers:read', seller: 'products:read' },
    reply: async ({ db, viewer }) => ({ addresses: (await ownAddresses(db, viewer)).map(addressDocument) }),
  }),
  route(calls.createAddress, {
    body: addressBody,
    may: trader,
    needs: { buyer: 'offers:write', seller: 'products:write' },
    retry: calls.listAddresses,
    status: 201,
    reply: async ({ viewer, body }) =>
      addressDocument(await transaction((tx) => createAddress(tx, viewer, body.address))),
  }),
  route(calls.updateAddress, {
    body: addressBody,
    may: trader,
    needs: { buyer: 'offers:write', seller: 'products:write' },
    retry: calls.listAddresses,
    find: findOwnAddress,
    reply: async ({ viewer, subject, body }) =>
      addressDocument(await transaction((tx) => updateAddress(tx, viewer, subject.id, body.address))),
  }),
  route(calls.makeDefaultAddress, {
    may: trader,
    needs: { buyer: 'offers:write', seller: 'products:write' },
    retry: calls.listAddresses,
    find: findOwnAddress,
    reply: async ({ viewer, subject }) =>
      addressDocument(await transaction((tx) => makeDefault(tx, viewer, subject.id))),
  }),
  route(calls.deleteAddress, {
    may: trader,
    needs: { buyer: 'offers:write', seller: 'products:write' },
    retry: 'done',
    find: findOwnAddress,
    reply: ({ viewer, subject }) => transaction((tx) => deleteAddress(tx, viewer, subject.id)),
  }),
];

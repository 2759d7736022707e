import { useState } from 'react';
import { ValidationError } from 'yup';
import type { Shipment } from '../../server/orders/fulfilment-contract';
import { createShipment, shipShipment, updateShipment } from '../../server/shipping/contract';
import { createShipmentBody } from '../../server/shipping/schema';
import { ApiError, call } from '../browser/api';
import { bodyOf, initialValues, type LeftLine, type Order, type ShipmentValues } from './shipment-values';

type Errors = Readonly<Record<string, string | undefined>>;

/** `shipment.tracking_numbers[2]` → `tracking_numbers`. */
const fieldOf = (path: string) => /(?:shipment\.)?([a-z_]+)/.exec(path)?.[1] ?? path;

function problemsOf(shipment: object): Errors {
  try {
    createShipmentBody.validateSync({ shipment }, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [fieldOf(path), message]));
  }
}

async function send(order: Order, edited: Shipment | null, shipment: object, ship: boolean) {
  const { id, version } = order;
  if (!edited) return call(createShipment, { id }, { shipment: { ...shipment, ship }, version });
  const at = { id, number: String(edited.number) };
  return ship
    ? call(shipShipment, at, { shipment, version })
    : call(updateShipment, at, { shipment, version });
}

interface Options {
  order: Order;
  lines: readonly LeftLine[];
  edited: Shipment | null;
  onDone: (isShipped: boolean) => void;
}

/** Validated by the server's own schema; keeps what was typed after every refusal. */
export function useShipmentForm({ order, lines, edited, onDone }: Options) {
  const [values, setValues] = useState<ShipmentValues>(() => initialValues(order, lines, edited));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'pack' | 'ship' | null>(null);

  async function submit(ship: boolean) {
    if (busy !== null) return;
    const shipment = bodyOf(values);
    const problems = problemsOf(shipment);
    setErrors(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setBusy(ship ? 'ship' : 'pack');
    try {
      await send(order, edited, shipment, ship);
      onDone(ship);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(null);
    }
  }

  function refuse(error: unknown) {
    if (!(error instanceof ApiError)) return setFailure('Check your connection and try again.');
    const fields = Object.entries(error.fieldErrors).map(([path, [message]]) => [fieldOf(path), message]);
    setErrors(Object.fromEntries(fields));
    if (fields.length === 0) setFailure(error.message);
  }

  function set(changes: Partial<ShipmentValues>) {
    setErrors({});
    setValues((current) => ({ ...current, ...changes }));
  }
  return { values, set, errors, failure, busy, submit };
}

export type ShipmentForm = ReturnType<typeof useShipmentForm>;

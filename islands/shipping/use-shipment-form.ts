import { useState } from 'react';
import { ValidationError } from 'yup';
import { formatUnits, parseUnits } from '../../server/contract/money';
import type { Shipment } from '../../server/orders/contract';
import { createShipment, shipShipment, updateShipment } from '../../server/shipping/contract';
import { createShipmentBody, updateShipmentBody } from '../../server/shipping/schema';
import { ApiError, call } from '../browser/api';
import { useAct } from '../browser/use-act';
import {
  bodyOf,
  initialValues,
  type LeftLine,
  type Order,
  quantityField,
  type ShipmentValues,
  trackingBodyOf,
} from './shipment-values';

type Errors = Readonly<Record<string, string | undefined>>;
export type ShipmentAct = 'pack' | 'ship' | 'track';

/** `shipment.tracking_numbers[2]` → `tracking_numbers`. */
const fieldOf = (path: string) => /(?:shipment\.)?([a-z_]+)/.exec(path)?.[1] ?? path;

/** A wrong number of a long list is named by its line. */
function messageOf(path: string, message: string): string {
  const index = /tracking_numbers\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? message : `Number ${Number(index) + 1}: ${message}`;
}

function schemaProblems(act: ShipmentAct, shipment: object): Errors {
  try {
    const schema = act === 'track' ? updateShipmentBody : createShipmentBody;
    schema.validateSync({ shipment }, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // The first problem of a field is the one to fix first.
    return Object.fromEntries(
      error.inner.toReversed().map(({ path = '', message }) => [fieldOf(path), messageOf(path, message)]),
    );
  }
}

function quantityProblems({ quantities }: ShipmentValues, lines: readonly LeftLine[]): Errors {
  const problem = ({ id, left }: LeftLine) => {
    const text = quantities[id]?.trim() ?? '';
    const units = text === '' ? 0n : parseUnits(text);
    if (units === null) return 'Enter a whole number';
    return units > left ? `Enter at most ${formatUnits(left)}` : undefined;
  };
  const problems = lines.map((line) => [quantityField(line.id), problem(line)] as const);
  return Object.fromEntries(problems.filter(([, message]) => message !== undefined));
}

/** Without its carrier a number leads the buyer nowhere. */
const carrierProblem = (act: ShipmentAct, { carrier, mode, tracking }: ShipmentValues): Errors =>
  act !== 'pack' && mode !== 'pickup' && carrier === '' && tracking.trim() !== ''
    ? { carrier: 'Choose a carrier' }
    : {};

const without = (problems: Errors, field: string): Errors =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));

function problemsOf(act: ShipmentAct, values: ShipmentValues, lines: readonly LeftLine[]): Errors {
  if (act === 'track')
    return { ...schemaProblems(act, trackingBodyOf(values)), ...carrierProblem(act, values) };
  const unreadable = quantityProblems(values, lines);
  const problems = {
    ...schemaProblems(act, bodyOf(values, lines)),
    ...unreadable,
    ...carrierProblem(act, values),
  };
  // Said at the line's own field.
  return Object.keys(unreadable).length > 0 ? without(problems, 'lines') : problems;
}

interface Options {
  order: Order;
  lines: readonly LeftLine[];
  edited: Shipment | null;
  onDone: (act: ShipmentAct) => void;
}

async function send(
  { order, edited, lines }: Omit<Options, 'onDone'>,
  values: ShipmentValues,
  act: ShipmentAct,
) {
  const { id, version } = order;
  const shipment = bodyOf(values, lines);
  if (!edited)
    return call(createShipment, { id }, { shipment: { ...shipment, ship: act === 'ship' }, version });
  const at = { id, number: String(edited.number) };
  if (act === 'track') return call(updateShipment, at, { shipment: trackingBodyOf(values), version });
  return act === 'ship'
    ? call(shipShipment, at, { shipment, version })
    : call(updateShipment, at, { shipment, version });
}

const CHANGED = "This order's shipments changed in another window. Check what is left and try again.";

const unitsLeft = (lines: readonly LeftLine[]) => new Map(lines.map(({ id, left }) => [id, left]));

/** Validated by the server's own schema; keeps what was typed after every refusal. */
export function useShipmentForm({ order, lines, edited, onDone }: Options) {
  const [initial] = useState(() => initialValues(order, lines, edited));
  const [values, setValues] = useState<ShipmentValues>(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { busyWith: busy, run } = useAct<ShipmentAct>({ onError: refuse });
  const [attempts, setAttempts] = useState(0);
  const [seen, setSeen] = useState(() => unitsLeft(lines));

  async function submit(act: ShipmentAct) {
    if (busy !== null) return;
    if (act !== 'track' && lines.some(({ id, left }) => seen.get(id) !== left)) return askAgain();
    const problems = problemsOf(act, values, lines);
    setErrors(problems);
    setFailure(null);
    setAttempts((count) => count + 1);
    if (Object.keys(problems).length > 0) return;
    await run(async () => {
      await send({ order, edited, lines }, values, act);
      onDone(act);
    }, act);
  }

  /** The same units may have been entered there. */
  function askAgain() {
    setSeen(unitsLeft(lines));
    setFailure(CHANGED);
    setAttempts((count) => count + 1);
  }

  function refuse(error: unknown) {
    setAttempts((count) => count + 1);
    if (!(error instanceof ApiError)) return setFailure('Check your connection and try again.');
    const fields = Object.entries(error.fieldErrors).map(([path, [message = '']]) => [
      fieldOf(path),
      messageOf(path, message),
    ]);
    setErrors(Object.fromEntries(fields));
    if (fields.length === 0) setFailure(error.message);
  }

  function set(changes: Partial<ShipmentValues>) {
    setErrors({});
    setValues((current) => ({ ...current, ...changes }));
  }

  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  return { values, set, errors, failure, busy, attempts, dirty, submit };
}

export type ShipmentForm = ReturnType<typeof useShipmentForm>;

import type { InferType } from 'yup';
import {
  array,
  boolean,
  id,
  number,
  object,
  REQUIRED,
  requiredText,
  string,
  text,
  units,
} from '../contract/fields';
import { type Carrier, carriers, type ShipmentMode, shipmentModes } from '../orders/rules';

const MAX_TRACKING_NUMBERS = 50;
const MAX_REASON_LENGTH = 500;

const MAX_COUNT = 1_000_000;
const TRACKING = /^[A-Z0-9]{6,40}$/;

/** As carriers print them: `1z 999-aa1` → `1Z999AA1`. */
const normalizeTracking = (value: string) => value.replace(/[\s-]/g, '').toUpperCase();

const trackingNumber = () =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? normalizeTracking(value) : value))
    .defined()
    .matches(TRACKING, 'A tracking number has 6 to 40 letters and digits');

const trackingNumbers = () =>
  array(trackingNumber())
    .transform((value: unknown) =>
      Array.isArray(value) ? value.filter((entry) => typeof entry !== 'string' || entry.trim()) : value,
    )
    .max(MAX_TRACKING_NUMBERS, `Enter at most ${MAX_TRACKING_NUMBERS} tracking numbers`)
    .test(
      'once',
      'Enter each tracking number once',
      (numbers) => !numbers || new Set(numbers).size === numbers.length,
    );

const MIN_COUNT = 'Enter 1 or more';
const NOT_WHOLE = 'Enter a whole number';
const count = () =>
  units(1n, MIN_COUNT).test(
    'counted',
    'Enter a smaller number',
    (value) => value === undefined || value === null || value <= BigInt(MAX_COUNT),
  );

const lines = () =>
  array(
    object({
      purchase_order_product_id: id().required(REQUIRED),
      quantity: units(1n, 'Enter at least 1 unit').required(REQUIRED),
    }),
  ).min(1, 'Add at least one product');

const carrierFields = {
  carrier: string<Carrier>().oneOf([...carriers], 'Choose a carrier from the list'),
  carrier_name: text(100).when('carrier', {
    is: 'other',
    // biome-ignore lint/suspicious/noThenProperty: yup's own name
    then: (field) => field.required(REQUIRED),
  }),
  tracking_numbers: trackingNumbers(),
};

const mode = () => string<ShipmentMode>().oneOf([...shipmentModes], 'Choose a shipping method from the list');

const shipmentFields = {
  ...carrierFields,
  lines: lines(),
  cartons: count(),
  pallets: number()
    .typeError(NOT_WHOLE)
    .integer(NOT_WHOLE)
    .min(1, MIN_COUNT)
    .max(MAX_COUNT, 'Enter a smaller number'),
  weight_lb: count(),
};

const version = number().integer();

export const createShipmentBody = object({
  shipment: object({
    ...shipmentFields,
    mode: mode().required('Choose a shipping method'),
    ship: boolean(),
  }).required(),
  version,
}).meta({ root: 'shipment' });

export const updateShipmentBody = object({
  shipment: object({ ...shipmentFields, mode: mode() }).required(),
  version,
}).meta({ root: 'shipment' });

/** A packed shipment may get its last details in the same call. */
export const shipShipmentBody = object({
  shipment: object({ ...shipmentFields, mode: mode() }).default(undefined),
  version,
});

export const reasonBody = object({ reason: requiredText(MAX_REASON_LENGTH), version });
/** A buyer needs no reason. */
export const cancelBody = object({ reason: text(MAX_REASON_LENGTH), version });
export const versionBody = object({ version });

export type ShipmentInput = InferType<typeof createShipmentBody>['shipment'];
export type ShipmentChanges = InferType<typeof updateShipmentBody>['shipment'];

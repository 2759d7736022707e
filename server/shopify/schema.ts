import { mixed, object, REQUIRED, requiredText, text } from '../contract/fields';

export const connectForm = object({ shop: requiredText(200) });

export const shopifyLoginQuery = object({ shop: text(200).required(REQUIRED) });

export const shopifyCallbackQuery = mixed<Record<string, unknown>>();

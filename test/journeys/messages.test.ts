import type { Page } from 'playwright-core';
import { confirmPayment } from '../support/orders';

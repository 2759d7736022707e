import './work-pages';
import { importProducts } from '../../server/imports/contract';
import ImportProducts from '../import-products';
import { fill } from '../runtime/registry';

export const islands = [fill(importProducts, ImportProducts)];

import '../page/shared';
import './work-pages';
import { importProducts } from '../../server/imports/contract';
import { fill } from '../browser/island';
import ImportProducts from '../import-products';

export const islands = [fill(importProducts, ImportProducts)];

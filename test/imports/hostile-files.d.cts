type Name =
  | 'a cell of 3.9 MB'
  | '1.9 million columns'
  | 'rows of one letter'
  | 'quotation marks'
  | 'commas'
  | 'newlines'
  | 'a quotation mark that is never closed'
  | 'rows of 250 KB'
  | 'rows of 500 columns'
  | '100,000 rows without a UPC'
  | '100,000 UPCs twice'
  | 'long descriptions'
  | 'as many products as fit';

export const hostileCsvs: Readonly<Record<Name, () => string>>;

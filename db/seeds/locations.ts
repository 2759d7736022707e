/** Where brands without an address of their own in write-addresses.ts ship from: city, region, postal code, line. */
export const LOCATIONS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'Northlark Outfitters': ['Bend', 'OR', '97701', '220 Industrial Way'],
  'Solvenne Beauty': ['Austin', 'TX', '78702', '1804 Chicon St'],
  'Verrowleaf Apothecary': ['Burlington', 'VT', '05401', '36 Pine St'],
  'Tidewick Snack Works': ['Savannah', 'GA', '31401', '512 Louisville Rd'],
  'Stridewell Athletic': ['Montréal', 'QC', 'H2X 3P4', '4200 Boulevard Saint-Laurent'],
  'Callow & Crane': ['Brooklyn', 'NY', '11205', '63 Flushing Ave'],
  'Hearthollow Home': ['Charlotte', 'NC', '28206', '900 Wesley Heights Way'],
  'Fern & Fetchwell Pet Supply': ['Fort Worth', 'TX', '76106', '2711 Decatur Ave'],
  Waggington: ['Sacramento', 'CA', '95811', '401 North 16th St'],
  'Brightacorn Toys': ['Columbus', 'OH', '43215', '88 East Broad St'],
  'Marblefox Play Co.': ['Reno', 'NV', '89502', '1455 Deming Way'],
  'Fieldnoter Goods': ['Portland', 'ME', '04101', '10 Thames St'],
  'Parallux Supply': ['Vancouver', 'BC', 'V5T 1E7', '128 West 6th Ave'],
  'Old Mill Valley Mercantile & General Surplus Trading Company of Western Massachusetts': [
    'Holyoke',
    'MA',
    '01040',
    '1 Canal St',
  ],
};

/** Buyers receive at an address, sellers ship from a location. */
export type AddressKind = 'address' | 'location';

const words = (noun: string, title: string) => ({
  noun,
  heading: `${title}${noun === 'address' ? 'es' : 's'}`,
  add: `Add ${title}`,
  save: `Save ${title}`,
  delete: `Delete ${title}`,
  saved: `${title} saved.`,
  deleted: `${title} deleted.`,
});

export const addressWords = {
  address: {
    ...words('address', 'Address'),
    empty: 'Add the address where you receive goods. You can add several.',
    afterDelete: 'Offers and orders keep their copy.',
    appointment: 'Delivery appointment required',
    hours: 'Receiving hours',
    instructions: 'Delivery instructions',
  },
  location: {
    ...words('location', 'Location'),
    empty: 'Add the place you ship from. Buyers see its city and state.',
    afterDelete: 'Its products ship from your default location. Offers and orders keep their copy.',
    appointment: 'Pickup appointment required',
    hours: 'Pickup hours',
    instructions: 'Pickup instructions',
  },
} as const;

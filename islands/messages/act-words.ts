/** What a party did with an offer, after its name. */
export const actVerbs: Readonly<Record<string, string>> = {
  submit: 'sent the offer',
  counter: 'countered',
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrew',
};

/** What happened to an offer without a party. */
export const eventTexts: Readonly<Record<string, string>> = {
  cut: 'Reduced to available stock',
  cancel: 'Canceled because it sold out',
  expire: 'Expired without an answer',
  deny: 'Closed by the marketplace',
};

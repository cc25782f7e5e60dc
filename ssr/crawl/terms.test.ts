import { unknownTerms } from './terms';

test('facts that schema.org does not know are found', () => {
  const offer = { '@type': 'Offer', price: '1.00', availability: 'https://schema.org/InStock' };
  expect(unknownTerms({ '@type': 'Product', name: 'x', offers: offer })).toEqual([]);
  for (const wrong of [
    { '@type': 'Produce', name: 'x' },
    { '@type': 'Product', prize: '1.00' },
    { '@type': 'Product', offers: { '@type': 'Answer', text: 'x' } },
    { '@type': 'Product', offers: { ...offer, availability: 'https://schema.org/Plenty' } },
    { '@type': 'Product', offers: 'one dollar' },
    { '@type': 'Product', offers: [offer, { price: '1.00' }] },
    { '@type': 'ListItem', position: true },
  ]) {
    expect(unknownTerms(wrong)).toHaveLength(1);
  }
});

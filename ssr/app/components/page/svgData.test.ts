import { svgData } from './svgData';

test('an SVG data URL is ASCII without quotes and reads back the same', () => {
  const drawing = '<svg fill="#000"><text>50% 图</text></svg>';
  const source = svgData(drawing);
  expect(decodeURIComponent(source.slice(source.indexOf(',') + 1))).toBe(drawing);
  expect(source).not.toMatch(/["#<>]|[^ -~]/);
});

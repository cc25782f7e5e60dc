import type { Plugin } from 'postcss';

/**
 * What Tailwind's reset sets for pages that are not this shop's. A page brings the reset along, and the listing has to come in one
 * round trip.
 *
 * - Its placeholders: every field of the shop gives them a color (`.field` in `styles.css`).
 * - The focus ring and the red glow of Firefox: the shop draws its own (`:focus-visible`, `[aria-invalid]`).
 * - Features and variations of fonts: the fonts are the system's, and nothing chooses any.
 */
const SELECTORS = new Set([
  '::placeholder',
  ':-moz-focusring:where(:not(iframe))',
  ':-moz-ui-invalid',
]);
const PROPERTIES = new Set(['font-feature-settings', 'font-variation-settings', 'tab-size']);

/** A PostCSS plugin that removes parts of Tailwind's reset that the shop does not use, and repeated declarations. */
export function cssReset(): Plugin {
  return {
    postcssPlugin: 'css-reset',
    OnceExit(root) {
      root.walkRules((rule) => {
        if (SELECTORS.has(rule.selector.trim())) return void rule.remove();
        const seen = new Set<string>();
        rule.each((node) => {
          if (node.type !== 'decl') return;
          const declaration = node.toString();
          if (PROPERTIES.has(node.prop) || seen.has(declaration)) node.remove();
          seen.add(declaration);
        });
      });
      root.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()));
    },
  };
}

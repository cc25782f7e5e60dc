/**
 * `hidden`: on a page without header and footer. The footer is then in a `<template>`, from which the browser takes it when it
 * navigates to a page with a footer.
 */
export type FooterProps = { hidden: boolean };

export const footerClass =
  'hidden-until-page-end defer-370 lg:defer-430 mt-16 border-t border-line bg-paper';

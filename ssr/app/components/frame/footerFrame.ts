/**
 * `hidden`: on a page without header and footer. The footer then stands in a `<template>`, where the browser finds it when it goes on to
 * a page that has one.
 */
export type FooterProps = { hidden: boolean };

export const footerClass =
  'painted-last later-370 lg:later-430 mt-16 border-t border-line bg-paper';

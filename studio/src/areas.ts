import type { RouteObject } from 'react-router';
import type { Act } from './api/types';

/** An area of the Studio: its entry in the navigation and its routes. */
export type Area = {
  /** Its first page, below `/studio`, without slashes around it. */
  path: string;
  /** Key of its name in the navigation. */
  name: string;
  /** The act that a role must allow to see the area; without one every member sees it. */
  act?: Act;
  /** Its pages, with paths below `path`; the first page is the index. */
  routes: RouteObject[];
};

/** All parts, in the order of the navigation. */
export const AREAS: Area[] = [
  {
    path: 'orders',
    name: 'studio-orders:nav',
    act: 'orders.read',
    routes: [
      { index: true, lazy: () => import('./orders/list') },
      { path: ':site/:no', lazy: () => import('./orders/order') },
    ],
  },
  {
    path: 'customers',
    name: 'studio-customers:nav',
    act: 'customers.read',
    routes: [
      { index: true, lazy: () => import('./customers/find') },
      { path: ':site/:id', lazy: () => import('./customers/customer') },
    ],
  },
  {
    path: 'texts',
    name: 'studio-texts:nav',
    act: 'texts.read',
    routes: [
      { index: true, lazy: () => import('./texts/list') },
      { path: ':kind/:name', lazy: () => import('./texts/editor') },
      { path: ':kind/:name/history', lazy: () => import('./texts/history') },
    ],
  },
  {
    path: 'blocks',
    name: 'studio-blocks:nav',
    act: 'texts.read',
    routes: [
      { index: true, lazy: () => import('./blocks/list') },
      { path: ':site/:kind', lazy: () => import('./blocks/editor') },
    ],
  },
  {
    path: 'catalogue',
    name: 'studio-catalogue:nav',
    act: 'catalogue.read',
    routes: [
      { index: true, lazy: () => import('./catalogue/list') },
      { path: 'file', lazy: () => import('./catalogue/file') },
      { path: ':goods', lazy: () => import('./catalogue/plan') },
    ],
  },
  {
    path: 'titles',
    name: 'studio-titles:nav',
    act: 'catalogue.read',
    routes: [
      { index: true, lazy: () => import('./titles/list') },
      { path: ':kind/:code', lazy: () => import('./titles/page') },
    ],
  },
  {
    path: 'promos',
    name: 'studio-promos:nav',
    act: 'catalogue.read',
    routes: [
      { index: true, lazy: () => import('./promos/list') },
      { path: 'new', lazy: () => import('./promos/new') },
      { path: ':code', lazy: () => import('./promos/code') },
    ],
  },
  {
    path: 'shipping',
    name: 'studio-shipping:nav',
    act: 'catalogue.read',
    routes: [{ index: true, lazy: () => import('./shipping/table') }],
  },
  {
    path: 'reviews',
    name: 'studio-reviews:nav',
    act: 'reviews.read',
    routes: [{ index: true, lazy: () => import('./reviews/list') }],
  },
  {
    path: 'sites',
    name: 'studio-sites:nav',
    act: 'sites.read',
    routes: [
      { index: true, lazy: () => import('./sites/list') },
      { path: 'new', lazy: () => import('./sites/new') },
      { path: ':id', lazy: () => import('./sites/site') },
    ],
  },
  {
    path: 'mails',
    name: 'studio-mails:nav',
    act: 'texts.read',
    routes: [
      { index: true, lazy: () => import('./mails/list') },
      { path: ':kind', lazy: () => import('./mails/mail') },
    ],
  },
  {
    path: 'images',
    name: 'studio-images:nav',
    act: 'images.read',
    routes: [{ index: true, lazy: () => import('./images/list') }],
  },
  {
    path: 'people',
    name: 'nav.people',
    act: 'staff.manage',
    routes: [{ index: true, lazy: () => import('./routes/people') }],
  },
  {
    path: 'log',
    name: 'nav.log',
    act: 'log.read',
    routes: [{ index: true, lazy: () => import('./routes/log') }],
  },
  {
    path: 'account',
    name: 'nav.account',
    routes: [{ index: true, lazy: () => import('./routes/account') }],
  },
];

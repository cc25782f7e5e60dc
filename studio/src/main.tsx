import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { initI18n } from './i18n';
import { withStalePages } from './rereading';
import { routes } from './routes';

// After a new version was installed, a tab of the one before asks for files that are no longer there.
window.addEventListener('vite:preloadError', () => {
  const key = 'studio.reloaded';
  if (sessionStorage.getItem(key) === location.pathname) return;
  sessionStorage.setItem(key, location.pathname);
  location.reload();
});

await initI18n();
const router = withStalePages((dataStrategy) =>
  createBrowserRouter(routes, { basename: '/studio', dataStrategy }),
);
createRoot(document.getElementById('studio')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

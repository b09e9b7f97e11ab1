import { escapeHtml } from './escaped.ts'

/**
 * The 404 page for domains other than the app's own (part 1, point 2), in English and Spanish.
 * @param home URL of the app, `https://forms.example.org`
 */
export function renderNotFoundPage(home: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Page Not Found</title>
    <style>
      body { max-width: 40rem; margin: 15vh auto; padding: 0 24px; font: 16px/1.5 system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <main>
      <h1>Page Not Found</h1>
      <p>The requested URL was not found.</p>
      <p lang="es">No se encontró la página.</p>
      <p><a href="${escapeHtml(home)}/home">${escapeHtml(home)}/home</a></p>
    </main>
  </body>
</html>
`
}

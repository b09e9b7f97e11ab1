import { html } from 'hono/html'

/** HTML of a sandbox page for people, with a light and a dark colour scheme. */
export function renderSandboxPage(title: string, content: unknown): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 44rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color-scheme: light dark;
          }
          label {
            display: block;
            margin-top: 1rem;
          }
          input,
          button {
            box-sizing: border-box;
            width: 100%;
            max-width: 24rem;
            min-height: 48px;
            padding: 0 12px;
            font: inherit;
          }
          button {
            display: block;
            width: auto;
            margin-top: 1rem;
          }
          pre {
            padding: 12px;
            border: 1px solid #888;
            overflow-x: auto;
          }
          iframe {
            width: 100%;
            border: 1px solid #888;
          }
          article {
            margin: 1rem 0;
            padding: 0 1rem;
            border: 1px solid #888;
          }
          .text {
            white-space: pre-wrap;
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`
}

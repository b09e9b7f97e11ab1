/** Additional styles of a payer's pages. */
export const PAYER_STYLE = `
      h2 { font-size: 1.125rem; margin: 24px 0 8px; }
      .place { margin: 0 0 16px; color: var(--faint); }
      .test { margin: 0 0 16px; padding: 8px 12px; border: 2px solid var(--problem); border-radius: 8px; color: var(--problem); font-weight: 500; }
      .amount { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
      code { font: inherit; font-family: ui-monospace, monospace; }
      ol { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 24px; padding: 0; list-style: none; color: var(--faint); font-size: 0.875rem; }
      ol [aria-current] { color: var(--text); font-weight: 650; border-block-end: 3px solid var(--fill); }
      fieldset { margin: 24px 0 0; padding: 0; border: 0; }
      legend { padding: 0; font-weight: 500; }
      .zone { display: flex; align-items: center; gap: 12px; min-height: 48px; margin: 8px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--text); font-size: 1rem; font-weight: 400; }
      .zone input { flex: none; width: 24px; min-height: 24px; margin: 0; padding: 0; accent-color: var(--fill); }
      .zone input:not(:checked, :disabled) { appearance: none; border: 1px solid var(--line); border-radius: 50%; background: var(--card); }
      .zone span { flex: 1; overflow-wrap: anywhere; }
      .zone small { display: block; color: var(--faint); }
      table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th { padding: 8px 0; text-align: start; font-weight: 400; overflow-wrap: anywhere; }
      td { padding: 8px 0 8px 12px; text-align: end; white-space: nowrap; }
      tr { border-block-end: 1px solid var(--line); }
      tfoot tr:last-child > * { border: 0; font-size: 1.25rem; font-weight: 650; }
      .wrong { margin: 4px 0 0; color: var(--problem); }
      [aria-invalid='true'] { border-color: var(--problem); }
      button, .paper { width: 100%; box-sizing: border-box; }
      .paper { display: inline-block; min-height: 48px; padding: 12px 24px; border-radius: 6px; background: var(--fill); color: var(--on-fill); font-weight: 650; text-align: center; text-decoration: none; }
      .enter { position: absolute; width: 1px; margin: 0; padding: 0; clip-path: inset(50%); }
      nav button { display: block; margin: 0; padding: 0 12px; background: none; color: inherit; font-weight: 400; text-align: start; }
      .second { margin-top: 12px; border: 1px solid var(--line); background: var(--card); color: inherit; font-weight: 500; }
    `

/**
 * Stands in for the part of Mantine's table that scrolls sideways in what is built for browsers (vite.config.ts): ours fold into cards instead, and it
 * brings a library of floating panels along, which the list of forms would compile at each start.
 */
export const TableScrollContainer = undefined

/** A source of input as both protocols of W3C's WebDriver take it, with what it does. */
type Actions = readonly {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' }
  readonly actions: readonly Readonly<Record<string, string | number>>[]
}[]

/** One window of a browser, by what its driver can do. Every call ends in time. */
export type Browser = {
  /** as the browser itself names it */
  readonly version: string
  /** Sets off for an address and returns at once. */
  readonly goTo: (url: string) => Promise<void>
  /** Runs a function in the page. It knows nothing of what stands around it here; argument and result are JSON. */
  readonly evaluate: <Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>
  readonly act: (actions: Actions) => Promise<void>
  /** Gives a file to the first input of this CSS selector, as its dialog would. */
  readonly chooseFile: (selector: string, file: string) => Promise<void>
  /** errors of scripts, and what the page's policy blocked, as its console names it; none if the driver hides that */
  readonly faults: () => readonly string[]
  readonly end: () => Promise<void>
}

/** A 10-inch tablet held upright. */
export const SIZE = { width: 820, height: 1180 }
/** What a browser may take for one command, milliseconds. */
export const COMMAND_LIMIT = 30_000

/** @returns the source of a function of one argument, a text, whose promise is a text */
export function withJson(run: (...args: never[]) => unknown): string {
  return `async (json) => JSON.stringify((await (${run.toString()})(JSON.parse(json))) ?? null)`
}

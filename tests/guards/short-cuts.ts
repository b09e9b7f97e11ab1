/**
 * Guards without which everything comes out the same, only later: no test can notice that they are gone. Each with its reason, so that nobody hides a missing test here.
 */
export const SHORT_CUTS: readonly { readonly file: string; readonly condition: string; readonly because: string }[] = []

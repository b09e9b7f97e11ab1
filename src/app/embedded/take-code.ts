const CODE = /[#&]code=([A-Za-z0-9_-]{43})(?:&|$)/

/** Takes the code out of the address before anything else: it must not stay in a history. */
export function takeCode(): string | undefined {
  const code = CODE.exec(location.hash)?.[1]
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

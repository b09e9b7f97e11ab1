/** Browsers in the order of checking, because Edge also claims to be Chrome, and Chrome to be Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Browser and system of a request by its header, shown to users so that they recognise their sign-ins. Not for
 * decisions. Empty when unknown.
 */
export function parseBrowser(request: Request): { readonly browser: string; readonly system: string } {
  const header = request.headers.get('user-agent') ?? ''
  return { browser: nameIn(BROWSERS, header), system: nameIn(SYSTEMS, header) }
}

function nameIn(names: readonly (readonly [RegExp, string])[], header: string): string {
  return names.find(([pattern]) => pattern.test(header))?.[1] ?? ''
}

import { expect, it } from 'vitest'
import { PUBLIC_PAGE_ROUTES } from './public-pages.ts'

/** Like Workbox's NavigationRoute. */
function isOfApp(address: string): boolean {
  const { allowlist, denylist } = PUBLIC_PAGE_ROUTES
  return allowlist.some((one) => one.test(address)) && !denylist.some((one) => one.test(address))
}

it.each([
  ['/publico/contestar/obra', true],
  ['/publico/contestar/obra?x=/publico/consultar-estado', true],
  ['/publico/consultar-estado-otra', true],
  ['/publico/consultar-estado', false],
  ['/publico/formularios', false],
  ['/publico/formularios/AR/cordoba/villa-serena?lang=es', false],
  ['/publico/formularios-otros', true],
  ['/publico/consultar-estado/', false],
  ['/publico/consultar-estado?codigo=VIS1', false],
  ['/publico/consultar-estado/?codigo=VIS1', false],
  ['/formularios', false],
])('%s is a page of the app for the public: %s', (address, expected) => expect(isOfApp(address)).toBe(expected))

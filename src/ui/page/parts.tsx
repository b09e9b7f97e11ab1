import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconDots } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import styles from './parts.module.css'

type PartLinksProps = {
  /** description for screen readers */
  readonly label: string
  readonly parts: readonly { readonly to: string; readonly name: ReactNode }[]
}

/** Tabs of related screens. Tabs that do not fit are in a menu. */
export function ScreenTabs({ label, parts }: PartLinksProps) {
  return (
    <nav className={`r-line r-gap-4 ${styles['parts']}`} aria-label={label}>
      {parts.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className={`r-line r-gap-0 r-middle r-target r-soft ${styles['part']}`}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
      <OverflowLinks className={styles['part'] ?? ''} />
    </nav>
  )
}

/** Width of the button that opens the menu, px. */
const MENU_BUTTON_WIDTH = 48

/**
 * Hides the links that do not fit at the end of the bar around this element, and shows them in a menu. The bar clips
 * its overflow. @param className class of the links
 */
export function OverflowLinks({ className }: { readonly className: string }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [{ folded, start }, setFold] = useState<Fold>({ folded: [], start: 0 })
  const [opened, setOpened] = useState(false)
  const at = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const bar = box.current?.parentElement
    if (bar === null || bar === undefined) return
    const observer = new ResizeObserver(() => setFold(computeFold(bar)))
    for (const element of [bar, ...bar.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [at])
  useEffect(() => {
    if (!opened) return
    const close = ({ target }: Event): void => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpened(false)
    }
    const focusLinkByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpened(false)
      box.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', focusLinkByKey)
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('keydown', focusLinkByKey)
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [opened])
  const isHere = folded.some((link) => link.ariaCurrent === 'page')
  return (
    <div ref={box} className={styles['more']} hidden={folded.length === 0} style={{ insetInlineStart: start }}>
      <button
        type="button"
        className="r-centred r-square r-soft"
        aria-label={t`More pages`}
        title={t`More pages`}
        aria-expanded={opened}
        data-here={isHere}
        onClick={() => setOpened(!opened)}
      >
        <IconDots size={22} aria-hidden="true" />
      </button>
      {opened && (
        <div ref={keepInWindow} className={`r-edge r-raised ${styles['menu']}`}>
          {folded.map((link) => (
            <a
              key={link.href}
              href={link.href}
              aria-label={link.textContent}
              aria-current={link.ariaCurrent === 'page' ? 'page' : undefined}
              className={`r-line r-middle r-target ${className}`}
              onClick={(event) => {
                setOpened(false)
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                link.click()
              }}
            >
              <span className="r-beside" ref={(copy) => copy?.replaceChildren(...link.cloneNode(true).childNodes)} />
            </a>
          ))}
        </div>
      )}
    </div>
  )
}

function keepInWindow(menu: HTMLElement | null): void {
  const beyond = menu === null ? 0 : menu.getBoundingClientRect().right - innerWidth
  if (menu !== null && beyond > 0) menu.style.translate = `${-beyond}px`
}

type Fold = {
  /** links that do not fit */
  readonly folded: readonly HTMLAnchorElement[]
  /** distance of the links' menu from the start of the bar, px */
  readonly start: number
}

function computeFold(bar: HTMLElement): Fold {
  const links = [...bar.querySelectorAll<HTMLAnchorElement>(':scope > a')]
  const ends = links.map(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth)
  // Tolerates one pixel, because the browser rounds the links' positions and the bar's width separately.
  const isWhole = (ends.at(-1) ?? 0) <= bar.clientWidth + 1
  const shown = isWhole ? links.length : ends.filter((end) => end <= bar.clientWidth - MENU_BUTTON_WIDTH).length
  for (const [index, link] of links.entries()) link.style.visibility = index < shown ? '' : 'hidden'
  return { folded: links.slice(shown), start: ends[shown - 1] ?? 0 }
}

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { ERROR_SNACKBAR_MS, SAVED_SNACKBAR_MS, SNACKBAR_MS } from '#domain/kernel/index.ts'
import { StatusIcon } from '../status/status-icon.tsx'

export type Notice = {
  readonly tone: 'received' | 'waiting' | 'attention'
  readonly text: string
  /** link that opens in a new tab */
  readonly link?: { readonly to: string; readonly text: string }
  /** duration; by default, depends on the tone */
  readonly milliseconds?: number
}

const MILLISECONDS: Readonly<Record<Notice['tone'], number>> = {
  received: SAVED_SNACKBAR_MS,
  attention: ERROR_SNACKBAR_MS,
  waiting: SNACKBAR_MS,
}
const MAX_NOTICES = 3
const CLOSE = msg`Close message`

/** Shows a message, and hides the oldest messages if there are too many. */
export function showNotice({ tone, text, link, milliseconds = MILLISECONDS[tone] }: Notice): void {
  const { notifications: shownData } = notificationsStore.getState()
  for (const { id } of shownData.slice(0, 1 - MAX_NOTICES)) if (id !== undefined) notifications.hide(id)
  notifications.show({
    message: link === undefined ? text : <NoticeLink text={text} link={link} />,
    'data-tone': tone,
    autoClose: milliseconds,
    icon: <StatusIcon tone={tone} />,
    withBorder: true,
    style: { borderColor: `var(--r-${tone})` },
    styles: { icon: { background: 'none' }, description: { fontSize: '1rem', color: 'inherit' } },
    closeButtonProps: { 'aria-label': i18n._(CLOSE), size: 'var(--r-target)' },
  })
}

export function clearNotices(): void {
  notifications.clean()
}

function NoticeLink({ text, link }: Required<Pick<Notice, 'text' | 'link'>>) {
  return (
    <>
      {text}{' '}
      <a className="r-accent" href={link.to} target="_blank" rel="noopener">
        {link.text}
      </a>
    </>
  )
}

/** Messages appear at the bottom, above the bars with actions, away from the actions in a page's header. */
export function ShownNotices() {
  return <Notifications position="bottom-center" containerWidth={480} style={{ marginBottom: BARS }} />
}

/** Height of the bars at the bottom: an undo or the tabs of phones, or the bar of a form. */
const BARS =
  'calc(env(safe-area-inset-bottom) + max(var(--r-foot, 0px), var(--r-work-bar, 0px) + var(--r-work-over, 0px)))'

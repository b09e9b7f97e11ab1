import { useEffect } from 'react'
import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { StatusIcon } from '../status/status-icon.tsx'
import { dismissNotice, NOTICE_MILLISECONDS, useNotices, type Notice } from './notice-store.ts'
import styles from './notices.module.css'

/** The short messages, above the thumb. Its region is in the page from the start, or screen readers would miss the first one. */
export function Notices() {
  const notices = useNotices((state) => state.notices)
  return (
    <div className={styles['region']} role="status" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const { t } = useLingui()
  useEffect(() => {
    const timer = setTimeout(() => dismissNotice(notice.id), notice.milliseconds ?? NOTICE_MILLISECONDS[notice.tone])
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div className={styles['card']} data-tone={notice.tone}>
      <StatusIcon tone={notice.tone} />
      <span className={styles['text']}>{notice.text}</span>
      {notice.action !== undefined && (
        <button type="button" className={styles['action']} onClick={notice.action.run}>
          {notice.action.label}
        </button>
      )}
      <button
        type="button"
        className={styles['close']}
        aria-label={t`Close message`}
        onClick={() => dismissNotice(notice.id)}
      >
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

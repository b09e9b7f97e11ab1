// @vitest-environment jsdom
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import { lazyPart } from './lazy-part.tsx'

type Panel = { readonly name: string }
type File = { here(): void; lost(): void }

/** A file that is loading, and the panel that needs it. */
function buildPanel() {
  const files: File[] = []
  const load = vi.fn(
    () =>
      new Promise<(props: Panel) => ReactNode>((resolve, reject) => {
        files.push({
          here: () => resolve(({ name }) => <p>{`panel of ${name}`}</p>),
          lost: () => reject(new Error('no such file')),
        })
      }),
  )
  return { Panel: lazyPart(load), files, load }
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p>{'crashed'}</p> : this.props.children
  }
}

describe('later', () => {
  let complaints: ReturnType<typeof vi.fn>
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error').mockReturnValue(undefined)
  })
  afterEach(cleanup)

  it('shows what is there in the meantime, and the component as soon as its file is here, not 300 ms later', async () => {
    const { Panel, files } = buildPanel()
    render(<Panel name="Ana" meanwhile={<p>{'wait'}</p>} />)
    expect(screen.getByText('wait')).toBeTruthy()
    vi.useFakeTimers()
    await act(async () => files[0]?.here())
    expect(screen.queryByText('wait')).toBeNull()
    expect(screen.getByText('panel of Ana')).toBeTruthy()
    vi.useRealTimers()
  })

  it('is drawn at once when it was fetched before, and fetched only once', async () => {
    const { Panel, files, load } = buildPanel()
    Panel.preload()
    Panel.preload()
    await act(async () => files[0]?.here())
    const drawn = render(<Panel name="Ana" meanwhile={<p>{'wait'}</p>} />)
    expect(drawn.container.textContent).toBe('panel of Ana')
    drawn.rerender(<Panel name="Luis" />)
    expect(drawn.container.textContent).toBe('panel of Luis')
    expect(load).toHaveBeenCalledOnce()
  })

  it('is not fetched before someone wants it, and what is in its place stays the same element in the meantime', async () => {
    const { Panel, files, load } = buildPanel()
    const closed = <button type="button">{'open'}</button>
    const drawn = render(<Panel name="Ana" isWanted={false} meanwhile={closed} />)
    expect(load).not.toHaveBeenCalled()
    const button = screen.getByRole('button')
    button.focus()
    drawn.rerender(<Panel name="Ana" isWanted meanwhile={closed} />)
    expect(document.activeElement).toBe(button)
    await act(async () => files[0]?.here())
    expect(drawn.container.textContent).toBe('panel of Ana')
    // The next row's panel: its file has loaded, and it is not needed.
    const next = render(<Panel name="Luis" isWanted={false} meanwhile={closed} />)
    expect(next.container.textContent).toBe('open')
  })

  it('asks again when it is drawn after a preload that failed', async () => {
    const { Panel, files } = buildPanel()
    Panel.preload()
    await act(async () => files[0]?.lost())
    render(<Panel name="Ana" />)
    await act(async () => files[1]?.here())
    expect(screen.getByText('panel of Ana')).toBeTruthy()
  })

  it('says to the boundary that its file cannot be had, and the next that is drawn asks again', async () => {
    const { Panel, files } = buildPanel()
    render(
      <Boundary>
        <Panel name="Ana" />
      </Boundary>,
    )
    await act(async () => files[0]?.lost())
    expect(screen.getByText('crashed')).toBeTruthy()
    render(<Panel name="Luis" />)
    await act(async () => files[1]?.here())
    expect(screen.getByText('panel of Luis')).toBeTruthy()
  })

  it('minds nothing when it is gone before its file is here', async () => {
    const { Panel, files } = buildPanel()
    const { unmount, container } = render(<Panel name="Ana" />)
    unmount()
    await act(async () => files[0]?.here())
    expect(container.textContent).toBe('')
    expect(complaints).not.toHaveBeenCalled()
  })
})

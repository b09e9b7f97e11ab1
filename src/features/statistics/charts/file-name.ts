/** A title as a file may be called. */
export function fileNameOf(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 60) || 'chart'
  )
}

/** A title as a file name. */
export function fileNameOf(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 60) || 'chart'
  )
}

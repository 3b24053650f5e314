/** Where a drawing goes on a picture, in the picture's pixels. */
interface ArtPlace {
  left: number
  top: number
  width: number
}

/** Draws what stands in an `svg` of the page on a picture, in the colours in which the page shows it. */
export function drawArt(pen: CanvasRenderingContext2D, art: SVGSVGElement, { left, top, width }: ArtPlace): void {
  const { width: ownWidth } = art.viewBox.baseVal
  pen.save()
  pen.translate(left, top)
  pen.scale(width / ownWidth, width / ownWidth)
  for (const child of art.children) drawPart(pen, child)
  pen.restore()
}

function drawPart(pen: CanvasRenderingContext2D, part: Element): void {
  pen.save()
  if (part instanceof SVGGElement) {
    const { matrix } = part.transform.baseVal.consolidate() ?? {}
    if (matrix) pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    for (const child of part.children) drawPart(pen, child)
  } else {
    const style = getComputedStyle(part)
    const path = pathOf(part)
    paint(style.fill, Number(style.opacity) * Number(style.fillOpacity), () => pen.fill(path))
    pen.lineWidth = Number.parseFloat(style.strokeWidth)
    pen.lineCap = style.strokeLinecap === 'round' ? 'round' : 'butt'
    paint(style.stroke, Number(style.opacity) * Number(style.strokeOpacity), () => pen.stroke(path))
  }
  pen.restore()

  function paint(colour: string, opacity: number, draw: () => void): void {
    if (colour === 'none') return
    pen.fillStyle = colour
    pen.strokeStyle = colour
    pen.globalAlpha = opacity
    draw()
  }
}

/** The outline of what machines are drawn of: polygons, lines, ellipses and circles. */
function pathOf(part: Element): Path2D {
  const path = new Path2D()
  const number = (name: string) => Number(part.getAttribute(name))
  if (part instanceof SVGEllipseElement) path.ellipse(number('cx'), number('cy'), number('rx'), number('ry'), 0, 0, 2 * Math.PI)
  else if (part instanceof SVGCircleElement) path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
  else if (part instanceof SVGPolygonElement || part instanceof SVGPolylineElement) {
    for (const { x, y } of part.points) path.lineTo(x, y)
    if (part instanceof SVGPolygonElement) path.closePath()
  }
  return path
}

/** Text formats for editing software: scripts, macros, timelines and captions. */

/** An After Effects script (File > Scripts > Run) that builds a title composition with one control layer. */
export function makeAfterEffectsTitle(
  title: string,
  colour: readonly [number, number, number],
  seconds: number,
): Buffer {
  return Buffer.from(`// ${title}: run from File > Scripts > Run Script File. After Effects CC 2019 or newer.
(function () {
  app.beginUndoGroup(${JSON.stringify(title)});
  var comp = app.project.items.addComp(${JSON.stringify(title)}, 1920, 1080, 1, ${seconds}, 25);
  var control = comp.layers.addNull();
  control.name = "CONTROL";
  control.property("Effects").addProperty("ADBE Color Control").name = "Main colour";
  control.property("Effects")("Main colour")(1).setValue([${colour.join(', ')}, 1]);
  control.property("Effects").addProperty("ADBE Slider Control").name = "Delay (frames)";
  control.property("Effects")("Delay (frames)")(1).setValue(3);

  var plate = comp.layers.addShape();
  plate.name = "Plate";
  var group = plate.property("Contents").addProperty("ADBE Vector Group");
  var box = group.property("Contents").addProperty("ADBE Vector Shape - Rect");
  box.property("Size").setValue([1160, 210]);
  var fill = group.property("Contents").addProperty("ADBE Vector Graphic - Fill");
  fill.property("Color").expression = 'thisComp.layer("CONTROL").effect("Main colour")(1)';
  plate.property("Transform").property("Scale").setValuesAtTimes([0, 0.6], [[0, 100], [100, 100]]);

  var text = comp.layers.addText(${JSON.stringify(title.toUpperCase())});
  var document = text.property("Source Text").value;
  document.resetCharStyle();
  document.fontSize = 132;
  document.fillColor = [1, 1, 1];
  document.justification = ParagraphJustification.CENTER_JUSTIFY;
  text.property("Source Text").setValue(document);
  text.property("Transform").property("Position").setValue([960, 586]);
  text.property("Transform").property("Opacity").expression =
    'var d = thisComp.layer("CONTROL").effect("Delay (frames)")(1) * thisComp.frameDuration;\\n' +
    'ease(time, 0.3 + d, 0.8 + d, 0, 100);';
  control.moveToBeginning();
  comp.openInViewer();
  app.endUndoGroup();
})();
`);
}

/** A Fusion macro (.setting) for DaVinci Resolve, to be dragged onto the Fusion page. */
export function makeFusionTitle(name: string, words: string, colour: readonly [number, number, number]): Buffer {
  const [red, green, blue] = colour;
  return Buffer.from(`{
	Tools = ordered() {
		Title = TextPlus {
			CtrlWZoom = false,
			NameSet = true,
			CustomData = { Source = ${JSON.stringify(name)} },
			Inputs = {
				Width = Input { Value = 1920, },
				Height = Input { Value = 1080, },
				UseFrameFormatSettings = Input { Value = 1, },
				StyledText = Input { Value = ${JSON.stringify(words)}, },
				Size = Input { Value = 0.14, },
				CharacterSpacing = Input { Value = 0.96, },
				Red1 = Input { Value = ${red}, },
				Green1 = Input { Value = ${green}, },
				Blue1 = Input { Value = ${blue}, },
				Opacity1 = Input { SourceOp = "TitleFade", Source = "Value", },
			},
			ViewInfo = OperatorInfo { Pos = { 110, 49.5 } },
		},
		TitleFade = BezierSpline {
			SplineColor = { Red = 255, Green = 106, Blue = 61 },
			KeyFrames = {
				[0] = { 0, RH = { 6, 0.33 }, Flags = { Linear = true } },
				[18] = { 1, LH = { 12, 0.66 }, Flags = { Linear = true } }
			}
		},
		Glow = SoftGlow {
			NameSet = true,
			Inputs = {
				Gain = Input { Value = 1.6, },
				XGlowSize = Input { Value = 14, },
				Input = Input { SourceOp = "Title", Source = "Output", },
			},
			ViewInfo = OperatorInfo { Pos = { 220, 49.5 } },
		},
	},
	ActiveTool = "Title"
}
`);
}

/** SubRip captions shown in sequence, `each` seconds per line. */
export function makeSrt(lines: readonly string[], each: number): Buffer {
  const blocks = lines.map(
    (line, i) => `${i + 1}\n${clock(i * each, ',')} --> ${clock((i + 1) * each - 0.2, ',')}\n${line}\n`,
  );
  return Buffer.from(blocks.join('\n'));
}

/** Advanced SubStation captions with one style, 1920 x 1080. */
export function makeAss(
  title: string,
  lines: readonly string[],
  each: number,
  colour: readonly [number, number, number],
): Buffer {
  const bgr = [...colour]
    .reverse()
    .map((v) =>
      Math.round(v * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();
  const events = lines.map((line, i) => {
    const [from, to] = [clock(i * each, '.').slice(1, -1), clock((i + 1) * each - 0.2, '.').slice(1, -1)];
    return `Dialogue: 0,${from},${to},Main,,0,0,0,,{\\fad(160,160)\\fscx96\\t(0,240,\\fscx100)}${line}`;
  });
  return Buffer.from(`[Script Info]
Title: ${title}
ScriptType: v4.00+
PlayResX: 1920
PlayResY: 1080
WrapStyle: 0

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Main,Arial Narrow,84,&H00${bgr},&H00FFFFFF,&H00101010,&H80000000,-1,0,0,0,100,100,1,0,1,4,2,2,120,120,90,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('\n')}
`);
}

/** A Final Cut Pro timeline (FCPXML 1.9) with titles on black. */
export function makeFcpxml(title: string, lines: readonly string[], each: number): Buffer {
  const titles = lines.map(
    (line, i) => `            <title name=${xml(line)} ref="r2" offset="${i * each}s" duration="${each}s" start="3600s">
              <text><text-style ref="ts${i + 1}">${xml(line).slice(1, -1)}</text-style></text>
              <text-style-def id="ts${i + 1}"><text-style font="Helvetica Neue" fontSize="96" fontFace="Condensed Bold" fontColor="1 1 1 1" alignment="center"/></text-style-def>
            </title>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" name="FFVideoFormat1080p25" frameDuration="1/25s" width="1920" height="1080"/>
    <effect id="r2" name="Basic Title" uid=".../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti"/>
  </resources>
  <library>
    <event name=${xml(title)}>
      <project name=${xml(title)}>
        <sequence format="r1" duration="${lines.length * each}s" tcStart="0s" tcFormat="NDF">
          <spine>
${titles.join('\n')}
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`);
}

/** A DaVinci Resolve colour transform (.dctl) with exposure, split tone and a soft shoulder. */
export function makeDctl(title: string, warm: readonly [number, number, number]): Buffer {
  return Buffer.from(`// ${title}. Put it into Resolve's LUT folder, then add the DCTL effect to a node.
DEFINE_UI_PARAMS(exposure, Exposure, DCTLUI_SLIDER_FLOAT, 0.0, -3.0, 3.0, 0.05)
DEFINE_UI_PARAMS(strength, Split tone, DCTLUI_SLIDER_FLOAT, 0.5, 0.0, 1.0, 0.01)

__DEVICE__ float soft(float v) { return v < 0.6f ? v : 0.6f + 0.4f * (1.0f - _expf(-(v - 0.6f) / 0.4f)); }

__DEVICE__ float3 transform(int p_Width, int p_Height, int p_X, int p_Y, float p_R, float p_G, float p_B)
{
    float gain = _powf(2.0f, exposure);
    float luma = (p_R * 0.2126f + p_G * 0.7152f + p_B * 0.0722f) * gain;
    float r = p_R * gain + (${warm[0].toFixed(3)}f - 0.5f) * luma * strength * 0.4f;
    float g = p_G * gain + (${warm[1].toFixed(3)}f - 0.5f) * luma * strength * 0.4f;
    float b = p_B * gain + (${warm[2].toFixed(3)}f - 0.5f) * luma * strength * 0.4f;
    return make_float3(soft(r), soft(g), soft(b));
}
`);
}

/** An After Effects expression as plain text, ready to paste onto the named property. */
export function makeExpression(name: string, property: string, code: string): Buffer {
  return Buffer.from(`// ${name}\n// Alt-click the stopwatch of ${property} and paste.\n${code}\n`);
}

/** A Blender script that imports the pack's models and gives them a glossy material. */
export function makeBlenderScript(
  title: string,
  models: readonly string[],
  colour: readonly [number, number, number],
): Buffer {
  return Buffer.from(`# ${title}: open in Blender's Scripting tab next to the models and run. Blender 3.6 or newer.
import os
import bpy

HERE = os.path.dirname(bpy.data.filepath or __file__)
MODELS = [${models.map((m) => JSON.stringify(m)).join(', ')}]

material = bpy.data.materials.new(${JSON.stringify(title)})
material.use_nodes = True
shader = material.node_tree.nodes["Principled BSDF"]
shader.inputs["Base Color"].default_value = (${colour.map((v) => v.toFixed(3)).join(', ')}, 1.0)
shader.inputs["Roughness"].default_value = 0.18
shader.inputs["Metallic"].default_value = 0.1

for index, name in enumerate(MODELS):
    bpy.ops.wm.obj_import(filepath=os.path.join(HERE, name))
    for thing in bpy.context.selected_objects:
        thing.location.x = index * 2.6
        thing.data.materials.clear()
        thing.data.materials.append(material)
        for face in thing.data.polygons:
            face.use_smooth = True
`);
}

function clock(seconds: number, mark: string): string {
  const ms = Math.round(seconds * 1000);
  const part = (v: number, size = 2) => String(Math.floor(v)).padStart(size, '0');
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${mark}${part(ms % 1000, 3)}`;
}

function xml(text: string): string {
  return `"${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`;
}

/** The demo's long forum thread: what people cut this week. */
import { type PostEntry, post, type ThreadEntry } from './entry.ts';

/** Author and text of each reply, in order. */
const LINES: readonly (readonly [by: string, text: string])[] = [
  [
    'tinfoil-owl',
    "A wedding without a single slow-motion shot, because that's what the couple asked for. I'm still recovering.",
  ],
  ['slowpan', 'Cut nothing new. Spent five days taking things out and it got better every day.'],
  ['kettle', 'Forty tapes from a school attic. Twelve of them are the same football match.'],
  ['cutaway', 'A trailer where the only line is "no".'],
  ['brackish', 'Safety video for a quarry. Best drone shots of my life and nobody will ever see them.'],
  ['mira', 'Lyric video for a 74-second song. Took three days. Type that arrives late takes a while to get right.'],
  ['hazelframe', '@mira can we see it?'],
  ['mira', 'As soon as the band stops changing the second verse.'],
  ['saltbox', "Scene 31 again. It was the sound. It's always the sound."],
  ['undercrank', "> It's always the sound.\n\nFraming this and hanging it over my desk."],
  ['ninepoint', 'Interview with a beekeeper. I can now hear which bees are angry.'],
  ['vesper', 'Made some bees myself: a zip, at one-eighth speed.'],
  ['oddfield', 'First paid job!!! A bakery. Ninety seconds of dough.'],
  ['jumpcut-jo', 'Congratulations @oddfield. Did they pay in bread?'],
  ['oddfield', 'In money *and* bread.'],
  ['proxyghost', 'Relinked 1,400 clips because someone renamed a drive. The someone was me.'],
  ['marblejar', "A skate part set to a waltz. It shouldn't work."],
  ['bluebarn', "I've seen it. It works."],
  [
    'lowkey-lamp',
    'Graded a night scene that was shot at noon. Day for night is mostly about the parts of the frame nobody looks at.',
  ],
  ['okapi', "@lowkey-lamp and about the sky. Lose the sky and you're halfway there."],
  ['fieldrecord', 'Two hours of wind noise. On purpose, for once.'],
  ['paperlens', 'Thesis film, picture lock number four, "final".'],
  ['quietgate', '`final_v4_REAL` is a load-bearing file name in this industry.'],
  ['rollspeed', 'Conformed a 35 mm scan to an EDL from 1998. It matched to the frame.'],
  ['sprocketry', "That's the most beautiful sentence in this thread."],
  ['thirdstop', 'One spot, nine versions, nine aspect ratios.'],
  ['solstice', 'Oh, I feel this. Vertical, square, square with the bar, the other square.'],
  ['umberly', 'Matched three cameras and a doorbell cam.'],
  ['halide', 'Let me guess, the doorbell won?'],
  ['umberly', 'It had the best exposure of the lot.'],
  ['vellumcat', 'A recipe film. Cut it to the sound of the knife and threw the music away.'],
  ['wideopen', 'Dance film, one take, eleven minutes. My only cut is where I hit stop.'],
  ['xylobeam', 'Marked twenty student films. Three have a real ending.'],
  ['yellowcut', 'Endings are a luxury item.'],
  ['zebrahigh', 'Concert, eight cameras, one of them upside down for a whole song. Nobody on set noticed.'],
  ['boomshadow', 'Eight cameras, and I bet one of them drifts.'],
  ['zebrahigh', '@boomshadow too soon for drift jokes.'],
  ['antenna-bay', 'Local news. Four-minute piece, raw footage to air in fifty. My hands are still shaking.'],
  ['chalkline', 'Foley for a puppet: a walnut, two forks and a wet glove.'],
  ['driftnote', 'Which one is the heart?'],
  ['chalkline', 'The glove, obviously.'],
  ['pylon', 'Maps. Rivers are blue, borders are arguments.'],
  ['eastframe', 'A museum wants a 30-minute loop where nothing repeats and nothing happens.'],
  ['quillon', 'I have a tunnel for you. Nothing happens in it, forever.'],
  ['fogsignal', "A ship's horn from six kilometres away, one microphone. Worth the cold."],
  ['grainstore', "Scanned my grandfather's Super 8. He cut in camera, and his timing is better than mine."],
  ['kettle', '@grainstore please never stabilise it.'],
  ['grainstore', "Wouldn't dare."],
  ['hushroom', 'Cleaned up dialogue from a beach. I have deleted the sea.'],
  ['inkwell-ida', 'Ink in water. Forty takes, and we used the first one.'],
  ['kelvin-k', 'White balance. Just white balance. All week.'],
  ['leaker-demo', 'Glitches for a bank. They want them to feel "trustworthy".'],
  ['noctis', 'Trustworthy Glitches is going to be my next album.'],
  ['lensfog', 'Cleaned the lens after the shoot and found out where "the look" came from.'],
  ['matchbox-m', 'Nine seconds of stop motion. The cat helped with three of them.'],
  ['nodegraph', "A node tree that fits on one printed page. I'm going to frame it."],
  ['premium-demo', 'A birthday film for someone turning 100. She fell asleep watching it and said it was very good.'],
  ['overscan', "That's the review I want."],
  ['pixelmoth', 'Loading bars for a game. Honest ones, they actually wait for the file.'],
  ['quartzlamp', 'Interview in a car. Two cameras, one working windscreen wiper, no regrets.'],
  ['reelsteady', 'Took the stabilisation off my own reel. It breathes now.'],
  ['splitdiopter', 'One shot with both faces sharp. Took all day, stays on screen for four seconds.'],
  ['timelapse-tom', 'Eighteen months of a building going up, in 40 seconds. It leaned a little in March.'],
  ['upbeat-ula', 'Music for an advert that got cancelled. I like the music, so I win.'],
  ['slowpan', 'Update: I put one thing back.'],
  ['saltbox', 'Update on scene 31: it was the sound.'],
];

const OPENING =
  'One line about what you cut, graded, mixed or animated this week. No pitches, no links needed, unfinished work counts double.';

/** Hours between replies, repeated in this order. */
const PAUSES = [1.5, 4, 7, 2, 9, 11, 3, 0.5, 6, 5];

export const weekThread: ThreadEntry = {
  title: 'What did you cut this week?',
  daysAgo: 14,
  views: 4187,
  tags: ['open thread'],
  posts: [
    post('jumpcut-jo', 0, 26, OPENING),
    ...LINES.map(
      ([by, text], place): PostEntry =>
        post(by, PAUSES[place % PAUSES.length] ?? 1, (place * 7 + text.length) % 19, text),
    ),
  ],
};

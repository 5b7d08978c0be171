/** The long thread of the demo: what people cut this week. */
import { type PostEntry, post, type ThreadEntry } from './entry.ts';

/** Who says what, one after the other. */
const LINES: readonly (readonly [by: string, text: string])[] = [
  ['tinfoil-owl', 'A wedding without a single slow-motion shot. The couple asked for it. I am still recovering.'],
  ['slowpan', 'Nothing. I took things out for five days and it got better every day.'],
  ['kettle', 'Forty tapes from a school attic. Twelve of them are the same football match.'],
  ['cutaway', 'A trailer where the only line is "no".'],
  ['brackish', 'Safety video for a quarry. Best drone shots of my life, nobody will ever see them.'],
  ['mira', 'Lyrics for a song of 74 seconds. Three days. Type that arrives late takes time to be late.'],
  ['hazelframe', '@mira can we see it?'],
  ['mira', 'When the band has stopped changing the second verse.'],
  ['saltbox', 'Scene 31, again. It was the sound. It is always the sound.'],
  ['undercrank', '> It is always the sound.\n\nFramed and hung over the desk.'],
  ['ninepoint', 'Interview with a beekeeper. I can now hear which bees are angry.'],
  ['vesper', 'Recorded those bees, so to speak: a zip, slowed down by eight.'],
  ['oddfield', 'First paid job! A bakery. Ninety seconds of dough.'],
  ['jumpcut-jo', 'Congratulations @oddfield. Did they pay in bread?'],
  ['oddfield', 'In money *and* bread.'],
  ['proxyghost', 'Relinked 1,400 clips because somebody renamed a disk. The somebody was me.'],
  ['marblejar', 'A skate part to a waltz. It should not work.'],
  ['bluebarn', 'It works, I have seen it.'],
  [
    'lowkey-lamp',
    'Graded a night scene that was shot at noon. Day for night is mostly about where people do not look.',
  ],
  ['okapi', '@lowkey-lamp and about the sky. Lose the sky and half of it is done.'],
  ['fieldrecord', 'Two hours of wind. On purpose, this time.'],
  ['paperlens', 'Thesis film, picture lock number four, "final".'],
  ['quietgate', '`final_v4_REAL` is a load-bearing file name in our industry.'],
  ['rollspeed', 'Conformed a 35 mm scan to an EDL from 1998. It fitted to the frame.'],
  ['sprocketry', 'That is the most beautiful sentence in this thread.'],
  ['thirdstop', 'Nine versions of a spot for nine shapes of phone.'],
  ['solstice', 'I feel this. Vertical, square, the square with the bar, the other square.'],
  ['umberly', 'Matched three cameras and a doorbell.'],
  ['halide', 'The doorbell won, did it not?'],
  ['umberly', 'The doorbell had the best exposure.'],
  ['vellumcat', 'A recipe film. Cut on the sound of the knife, threw the music away.'],
  ['wideopen', 'Dance, one take, eleven minutes. My cut is where I press stop.'],
  ['xylobeam', 'Marked twenty student films. Three have a real ending.'],
  ['yellowcut', 'An ending is a luxury item.'],
  ['zebrahigh', 'Concert, eight cameras, one of them upside down for a song. Nobody on set noticed.'],
  ['boomshadow', 'Eight cameras and I suppose one of them drifts.'],
  ['zebrahigh', '@boomshadow too early for jokes about drift.'],
  ['antenna-bay', 'Local news, four minutes, from raw to air in fifty. My hands are still warm.'],
  ['chalkline', 'Foley for a puppet: a walnut, two forks and a wet glove.'],
  ['driftnote', 'Which one is the heart?'],
  ['chalkline', 'The glove, of course.'],
  ['pylon', 'Maps. Rivers are blue, borders are arguments.'],
  ['eastframe', 'A museum wants a loop of 30 minutes in which nothing repeats and nothing happens.'],
  ['quillon', 'I have a tunnel for you. Nothing happens in it, for ever.'],
  ['fogsignal', 'Ship horn, six kilometres, one microphone. Worth the cold.'],
  ['grainstore', "Scanned my grandfather's Super 8. He cut in the camera and his timing is better than mine."],
  ['kettle', '@grainstore please never stabilise it.'],
  ['grainstore', 'Would not dare.'],
  ['hushroom', 'Cleaned dialogue from a beach. I have deleted the sea.'],
  ['inkwell-ida', 'Ink in water, forty takes, and the first one was it.'],
  ['kelvin-k', 'White balance. Just white balance. All week.'],
  ['leaker-demo', 'Glitches for a bank. They want them "trustworthy".'],
  ['noctis', 'Trustworthy glitches is my next album.'],
  ['lensfog', 'Cleaned a lens after the shoot and found the reason for "the look".'],
  ['matchbox-m', 'Stop motion: 9 seconds. The cat helped with three of them.'],
  ['nodegraph', 'A node tree that prints on one page. I am going to frame it.'],
  ['premium-demo', 'A birthday film for somebody who turns 100. She fell asleep in it and said that it was very good.'],
  ['overscan', 'That is the review that I want.'],
  ['pixelmoth', 'Loading bars for a game. They are honest: they wait for the file.'],
  ['quartzlamp', 'Interview in a car. Two cameras, one working window wiper, no regrets.'],
  ['reelsteady', 'Removed stabilisation from my own reel. It breathes now.'],
  ['splitdiopter', 'One shot with both faces sharp. Took the whole day, holds for four seconds.'],
  ['timelapse-tom', 'A building, eighteen months, 40 seconds. It leaned a little in March.'],
  ['upbeat-ula', 'Music for an advert that has been cancelled. I like the music, so I win.'],
  ['slowpan', 'Update: I put one thing back.'],
  ['saltbox', 'Update on scene 31: it was the sound.'],
];

const OPENING =
  'Every week: one line about what you cut, graded, mixed or animated. No pitches, no links needed, unfinished counts double.';

/** Pauses between them: a slow evening, a busy morning. */
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

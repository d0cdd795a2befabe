"""Makes the text that the story teller is trained on: python examples/story/stories.py [COUNT] prints some of it.

Every story follows one of the plots below. In a line, [one|of|these] is chosen at random and {word} is a fact of the
story, such as the name of its hero, so that a model has to remember what it said.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from random import Random

CHOICE = re.compile(r"\[([^\[\]]*)\]")
PRONOUNS = {"he": ("he", "him", "his"), "she": ("she", "her", "her")}

NAMES = {
    "he": ["Tom", "Ben", "Max", "Sam", "Leo", "Finn", "Otto", "Hugo", "Jack", "Tim", "Oscar", "Felix", "Paul", "Milo"],
    "she": [
        "Mia",
        "Lily",
        "Anna",
        "Rosa",
        "Ella",
        "Ruby",
        "Nina",
        "Lucy",
        "Emma",
        "Ida",
        "Zoe",
        "Clara",
        "Sue",
        "Molly",
    ],
}
#: Letters of names that nobody has: a model that meets them learns to copy a name instead of knowing it.
CONSONANTS, VOWELS = "bcdfghjklmnprstvwxyz", "aeiou"
SHAPES = ["CVC", "CVCV", "VCV", "CVVC", "CVCVC", "CVCCV"]

ANIMALS = [
    "fox",
    "bear",
    "cat",
    "dog",
    "mouse",
    "rabbit",
    "frog",
    "duck",
    "hen",
    "pig",
    "goat",
    "horse",
    "owl",
    "hedgehog",
    "squirrel",
    "turtle",
    "lion",
    "robot",
]
#: Heroes of whom one knows.
PEOPLE = {"girl": "she", "boy": "he", "king": "he", "queen": "she"}
ADJECTIVES = [
    "little",
    "small",
    "young",
    "brave",
    "clever",
    "kind",
    "shy",
    "happy",
    "funny",
    "lazy",
    "curious",
    "quiet",
    "hungry",
    "brown",
    "grey",
]
THINGS = [
    "ball",
    "kite",
    "drum",
    "book",
    "boat",
    "hat",
    "bell",
    "lamp",
    "cup",
    "key",
    "scarf",
    "basket",
    "spoon",
    "map",
    "box",
    "flute",
    "wheel",
    "coat",
]
COLOURS = ["red", "blue", "green", "yellow", "white", "golden", "silver"]
FOODS = ["apple", "cake", "pie", "pear", "plum", "cookie", "pancake", "carrot"]
HOBBIES = ["sing", "dance", "swim", "paint", "read", "run", "climb", "draw", "fish", "cook", "play", "jump"]
PLACES = [
    "in a cave near the river",
    "in a house at the edge of the forest",
    "in a hollow tree",
    "on a farm",
    "on a hill by the sea",
    "under an old bridge",
    "in a small village",
    "beside a quiet lake",
]
SPOTS = [
    "under a bush",
    "behind a big stone",
    "in the tall grass",
    "at the top of a tree",
    "near the old well",
    "on the bridge",
    "under an old cart",
    "beside the road",
    "in the snow",
    "on the beach",
]

OPENINGS = [
    "[Once upon a time|Once upon a time|Long ago|Once] there was {a_hero} named {name}.",
    "There was {a_hero} [named|called] {name}.",
    "There was once {a_hero} who was called {name}.",
    "The {hero} {name} was very {adjective}.",
    "{name} [was {a_hero}|the {hero} was very {adjective}].",
]
HOMES = [
    "{He} lived {home} and [loved|liked] to {hobby}.",
    "{name} lived {home}, and {his} best friend was {a_friend} named {pal}.",
    "{name} lived {home}. Every [day|morning|evening] {he} liked to {hobby} with {pal} the {friend}.",
]
TIME = "[One day|One day|One morning|One evening|One [sunny|rainy|cold|warm|windy] [day|morning]]"
NIGHT = "One [night|evening|cold night|windy night]"
SEARCH = [
    "They looked [everywhere|high and low|all day long]. At last {pal} [saw|found] the {thing} {spot}.",
    "{pal} looked {other_spot}, but there was nothing. Then {name} looked {spot}, and there was the {thing}!",
    "They asked everyone they met. In the end they found the {thing} {spot}.",
]
ENDS = [
    "From that day on, {name} and {pal} were [the best of friends|best friends].",
    "{name} and {pal} [laughed|smiled] and went home together.",
    "And {name} never forgot how [kind|good|brave] {pal} had been.",
    "That night {name} was very [happy|tired but happy], and {he} slept well.",
    "{name} thanked {pal}, and they [played|danced|sang] until the [sun went down|moon came up].",
]

#: The lines between home and end; the choices of a line are its list.
PLOTS: list[list[list[str]]] = [
    [  # something is lost
        [
            TIME + " {name} lost {his} {colour} {thing}. {He} was very sad[| and began to cry].",
            TIME + " {name} could not find {his} {colour} {thing}. {He} looked {other_spot}, but it was not there.",
        ],
        [
            '"[What is wrong|Why are you so sad|Why do you cry], {name}?" asked {pal} the {friend}.',
            "{He} met {pal} the {friend}, who [asked|wanted to know] what was wrong.",
        ],
        [
            '"I lost my {thing}," said {name}. "[Do not worry|Do not be sad]," said {pal}. "I will help you."',
            '"My {colour} {thing} is gone," said {name}. "Then let us look for it together," said {pal}.',
        ],
        SEARCH,
        ['"[Thank you|You are a good friend], {pal}!" said {name}.', "{name} was so happy that {he} gave {pal} a hug."],
    ],
    [  # something is found
        [
            TIME + " {name} found {a_colour} {thing} {spot}.",
            TIME + " {name} went for a walk and saw {a_colour} {thing} {spot}.",
        ],
        [
            '"What a [nice|pretty|fine] {thing}!" said {name}. "[I wonder who lost it|Who has lost it]?"',
            '"This {thing} is not mine," {he} [said|thought]. "I must find out whose it is."',
        ],
        [
            "{He} went from house to house, and soon {he} met {pal} the {friend}, who looked very sad.",
            "Soon {he} saw {pal} the {friend}, who was looking for something.",
        ],
        [
            '"Is this {thing} yours?" asked {name}. "Yes, it is!" [said|cried] {pal}. "Thank you so much!"',
            '"Did you lose {a_colour} {thing}?" asked {name}. "Yes," said {pal}, "and you found it!"',
        ],
        [
            "{pal} was so [glad|happy] that {fhe} gave {name} {a_food}.",
            "{pal} asked {name} to come home with {fhim}, and they ate {a_food} together.",
        ],
    ],
    [  # something is shared
        [
            TIME + " {name} had {a_food} for lunch. It smelled very good.",
            TIME + " {name} got {a_food} from {his} [mother|father|grandmother].",
        ],
        [
            "{pal} the {friend} came by and looked at the {food}. {FHe} was very hungry.",
            "On the way home {he} met {pal} the {friend}, who had nothing to eat.",
        ],
        [
            '"[Do you want|Would you like] some of my {food}?" asked {name}. "Yes, please!" said {pal}.',
            '"I am so hungry," said {pal}. "Then I will share my {food} with you," said {name}.',
        ],
        [
            "{name} cut the {food} in two, and each of them ate one half.",
            "They sat down {spot} and ate the {food} together.",
        ],
        [
            '"It tastes much better with a friend," said {name}.',
            '"Next time I will bring something for you," said {pal}.',
        ],
    ],
    [  # something is out of reach
        [
            TIME + " the wind took the {colour} {thing} of {name} and carried it [to the top of a tree|up on a roof].",
            TIME + " {name} saw {a_colour} {thing} at the top of a tree.",
        ],
        [
            "{He} jumped and jumped, but {he} could not reach it.",
            "{name} tried to climb up, but the [branches|walls] were too [high|weak].",
        ],
        [
            '"I am too small," said {name}. But {pal} the {friend} had an idea.',
            'Then {pal} the {friend} came along. "I can help you," {fhe} said.',
        ],
        [
            '"Stand on my back," said {pal}. {name} stood on the back of {pal} and got the {thing}.',
            "{pal} brought a long [stick|ladder|rope], and soon {name} held the {thing} in {his} hands.",
        ],
        ['"Together we can do anything," said {pal}.', '"[Thank you|You are very clever], {pal}," said {name}.'],
    ],
    [  # someone is afraid
        [
            NIGHT + " there was a [big|great|loud] storm. {name} was afraid and hid under the bed.",
            NIGHT + " it was very dark outside, and {name} heard a strange noise. {He} was afraid.",
        ],
        [
            "Then someone knocked at the door. It was {pal} the {friend}.",
            "{pal} the {friend} heard {him} cry and came [at once|to see what was wrong].",
        ],
        [
            '"Are you afraid, {name}?" asked {pal}. "[A little|Yes]," said {name}.',
            '"You do not have to be afraid," said {pal}. "I am here with you."',
        ],
        [
            "{pal} lit a lamp and [told a story|sang a song], and soon the night was not so dark any more.",
            "They looked outside together and saw that it was only the [wind|rain|old owl].",
        ],
        ['"I am not afraid when you are here," said {name}.', "They ate {a_food} and waited until the morning came."],
    ],
    [  # something is made together
        [
            TIME + " {name} wanted to make {a_colour} {thing}, but {he} did not know how.",
            TIME + ' {name} said to {pal} the {friend}, "Let us make {a_colour} {thing}!"',
        ],
        [
            "{pal} brought some [wood|paper|cloth|wool], and {name} brought the [paint|glue|string].",
            '"I will show you," said {pal} the {friend}. "It is not hard."',
        ],
        [
            "They worked [all day|until the evening|the whole morning], and the {thing} became very pretty.",
            "At first it did not work at all. But {name} and {pal} tried [again and again|once more].",
        ],
        [
            '"Look, it is done!" [cried|said] {name}. It was the [best|finest|most beautiful] {thing} in the world.',
            'In the end they had a fine {colour} {thing}. "We did it!" said {pal}.',
        ],
        [
            "They gave the {thing} to the mother of {pal}, who was very [glad|proud].",
            "{name} put the {thing} {spot}, so that everyone could see it.",
        ],
    ],
]


def story(random: Random) -> str:
    """One story: some lines of text."""
    facts = facts_of(random)
    parts = [OPENINGS, HOMES, *random.choice(PLOTS), ENDS]
    return "\n".join(told(random.choice(lines), facts, random) for lines in parts)


def told(line: str, facts: Mapping[str, str], random: Random) -> str:
    """A line with its choices made and its facts put in."""
    while CHOICE.search(line):
        line = CHOICE.sub(lambda found: random.choice(found[1].split("|")), line)
    text = line.format_map(facts)
    return text[0].upper() + text[1:]


def facts_of(random: Random) -> dict[str, str]:
    """Who and what a story is about."""
    hero, friend = random.sample([*ANIMALS, *PEOPLE], 2)
    he, fhe = (PEOPLE.get(each) or random.choice(list(PRONOUNS)) for each in (hero, friend))
    name, pal = named(he, random), named(fhe, random)
    while pal == name:
        pal = named(fhe, random)
    spot, other_spot = random.sample(SPOTS, 2)
    adjective, colour, food = random.choice(ADJECTIVES), random.choice(COLOURS), random.choice(FOODS)
    he, him, his = PRONOUNS[he]
    fhe, fhim, _ = PRONOUNS[fhe]
    return {
        "name": name,
        "pal": pal,
        "he": he,
        "He": he.capitalize(),
        "him": him,
        "his": his,
        "fhe": fhe,
        "FHe": fhe.capitalize(),
        "fhim": fhim,
        "adjective": adjective,
        "hero": hero,
        "a_hero": with_article(f"{adjective} {hero}"),
        "friend": friend,
        "a_friend": with_article(friend),
        "home": random.choice(PLACES),
        "hobby": random.choice(HOBBIES),
        "thing": random.choice(THINGS),
        "colour": colour,
        "a_colour": with_article(colour),
        "food": food,
        "a_food": with_article(food),
        "spot": spot,
        "other_spot": other_spot,
    }


def named(he: str, random: Random) -> str:
    """A name that goes with a pronoun; two of five are made up."""
    if random.random() < 3 / 5:
        return random.choice(NAMES[he])
    letters = (random.choice(VOWELS if kind == "V" else CONSONANTS) for kind in random.choice(SHAPES))
    return "".join(letters).capitalize()


def with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


if __name__ == "__main__":
    chance = Random(0)
    print("\n\n".join(story(chance) for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3)))

// Reads files by parsers that Kaitai's compiler made. args: the table of their members.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Text;
using Kaitai;

public static class Serve
{
    private static readonly Dictionary<string, string> Roots = new Dictionary<string, string>();
    private static readonly Dictionary<Type, List<KeyValuePair<string, PropertyInfo>>> Members =
        new Dictionary<Type, List<KeyValuePair<string, PropertyInfo>>>();

    public static void Main(string[] args)
    {
        Type type = null;
        foreach (var line in File.ReadAllLines(args[0]))
        {
            var cells = line.Split('\t');
            if (cells[0] == "ROOT") Roots[cells[1]] = cells[2];
            else if (cells[0] == "TYPE")
            {
                type = Type.GetType(cells[1], true);
                Members[type] = new List<KeyValuePair<string, PropertyInfo>>();
            }
            else Members[type].Add(new KeyValuePair<string, PropertyInfo>(cells[1], type.GetProperty(cells[2])));
        }
        string request;
        while ((request = Console.In.ReadLine()) != null)
        {
            var cells = request.Split(new[] { '\t' }, 2);
            Console.Out.Write(Answer(cells[0], cells[1]) + "\n");
            Console.Out.Flush();
        }
    }

    private static string Answer(string schema, string path)
    {
        try
        {
            var text = new StringBuilder("[\"ok\",");
            var stream = new KaitaiStream(File.ReadAllBytes(path));
            Tree(Activator.CreateInstance(Type.GetType(Roots[schema]), stream, null, null), text);
            return text.Append("]").ToString();
        }
        catch (Exception thrown)
        {
            while (thrown is TargetInvocationException) thrown = thrown.InnerException;
            var words = new StringBuilder();
            foreach (var c in thrown.GetType().Name + ": " + thrown.Message)
                words.Append(c < ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c);
            return "[\"no\",\"" + words.ToString(0, Math.Min(words.Length, 200)) + "\"]";
        }
    }

    private static void Tree(object value, StringBuilder text)
    {
        if (value == null) text.Append("null");
        else if (value is bool) text.Append((bool)value ? '1' : '0');
        else if (value is double || value is float)
            text.Append("\"r").Append(BitConverter.DoubleToInt64Bits(Convert.ToDouble(value)).ToString("x16")).Append('"');
        else if (value is Enum) text.Append(Convert.ToInt64(value));
        else if (value is string) Hex(Encoding.UTF8.GetBytes((string)value), text);
        else if (value is byte[]) Hex((byte[])value, text);
        else if (value is IList) List((IList)value, text);
        else if (value is KaitaiStruct) Record(value, text);
        else text.Append(value);
    }

    private static void Hex(byte[] bytes, StringBuilder text)
    {
        text.Append('"');
        foreach (var each in bytes) text.Append(each.ToString("x2"));
        text.Append('"');
    }

    private static void List(IList list, StringBuilder text)
    {
        text.Append('[');
        for (var i = 0; i < list.Count; i++)
        {
            if (i > 0) text.Append(',');
            Tree(list[i], text);
        }
        text.Append(']');
    }

    private static void Record(object record, StringBuilder text)
    {
        var before = '{';
        if (Members[record.GetType()].Count == 0) text.Append('{');
        foreach (var member in Members[record.GetType()])
        {
            text.Append(before).Append('"').Append(member.Key).Append("\":");
            Tree(member.Value.GetValue(record), text);
            before = ',';
        }
        text.Append('}');
    }
}
